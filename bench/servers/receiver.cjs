'use strict';
/** A receiver that answers 200 at once, on bare sockets: what it needs of the machine is not the sender's. */
const { createServer } = require('node:net');

const HEAD_END = Buffer.from('\r\n\r\n');
const ANSWER = Buffer.from('HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: keep-alive\r\n\r\nok');
let count = 0;

const server = createServer((socket) => {
  socket.setNoDelay(true);
  let pending = null;
  socket.on('data', (chunk) => {
    pending = pending ? Buffer.concat([pending, chunk]) : chunk;
    for (;;) {
      const head = pending.indexOf(HEAD_END);
      if (head < 0) return;
      const text = pending.latin1Slice(0, head);
      if (text.startsWith('GET')) {
        const body = String(count);
        socket.end(`HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`);
        return;
      }
      const whole = head + 4 + Number(/content-length: (\d+)/i.exec(text)?.[1] ?? 0);
      if (pending.length < whole) return;
      pending = pending.subarray(whole);
      count++;
      socket.write(ANSWER);
      if (pending.length === 0) return;
    }
  });
  socket.on('error', () => undefined);
});
server.listen(0, '127.0.0.1', () => process.stdout.write(`Ready: ${server.address().port}\n`));
