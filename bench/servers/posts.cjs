'use strict';
// Bare undici: signed posts, 50 in flight, nothing stored. node posts.cjs URL SECONDS -> posts a second
const { createHmac } = require('node:crypto');
const { Pool } = require('undici');

const [, , address, seconds] = process.argv;
const { origin, pathname } = new URL(address);
const pool = new Pool(origin, { connections: 50, pipelining: 1 });
const body = JSON.stringify({
  event: 'form_submission',
  fields: { message: 'Hello, how are you? '.repeat(5) },
});
const end = performance.now() + Number(seconds) * 1000;
let count = 0;

async function post() {
  while (performance.now() < end) {
    const signature = createHmac('sha256', 'bench').update(body).digest('hex');
    const answer = await pool.request({
      path: pathname,
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-svc-signature': `sha256=${signature}` },
      body,
    });
    await answer.body.dump();
    count++;
  }
}
Promise.all(Array.from({ length: 50 }, post)).then(() => {
  process.stdout.write(`${Math.round(count / Number(seconds))}\n`);
  return pool.destroy();
});
