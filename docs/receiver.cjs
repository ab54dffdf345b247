'use strict';
// A webhook receiver to try things out with, and to copy from.
//   node docs/receiver.cjs <port> <secret> [status]
// Prints one line for each request. With a status such as 500 it refuses everything, so that retries can be watched.
const { createHmac, timingSafeEqual } = require('node:crypto');
const { createServer } = require('node:http');

const [port = '9099', secret = '', status = '200'] = process.argv.slice(2);

/** True when the signature is the HMAC of the raw body; compared in constant time. */
function isSigned(body, header) {
  const expected = Buffer.from(`sha256=${createHmac('sha256', secret).update(body).digest('hex')}`);
  const given = Buffer.from(header ?? '');
  return given.length === expected.length && timingSafeEqual(given, expected);
}

createServer((request, response) => {
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    const body = Buffer.concat(chunks);
    const answer = isSigned(body, request.headers['x-svc-signature']) ? Number(status) : 401;
    // The same id comes again when an attempt is repeated: a receiver that must not act twice remembers it.
    const { 'x-svc-delivery': delivery, 'x-svc-attempt': attempt } = request.headers;
    console.log(`${answer} delivery ${delivery} attempt ${attempt} ${body.toString()}`);
    response.writeHead(answer).end();
  });
}).listen(Number(port), '127.0.0.1', () => console.log(`Receiving on http://127.0.0.1:${port}/`));
