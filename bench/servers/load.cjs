'use strict';
/**
 * Posts the same request over N kept connections, each as soon as its last answer is there. On bare sockets: a load
 * generator that needs as much of the machine as the server would measure itself.
 * node load.cjs URL CONNECTIONS SECONDS BODY -> {"perSecond", "p50", "p99", "refused"} in milliseconds
 */
const { connect } = require('node:net');

const [, , address, connections, seconds, body] = process.argv;
const url = new URL(address);
const request = Buffer.from(
  `POST ${url.pathname} HTTP/1.1\r\nHost: ${url.host}\r\nContent-Type: application/json\r\n` +
    `User-Agent: bench\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
);
const HEAD_END = Buffer.from('\r\n\r\n');
const warmUp = performance.now() + 500;
const end = warmUp + Number(seconds) * 1000;
const times = [];
let refused = 0;
let open = 0;

function start() {
  const socket = connect(Number(url.port), url.hostname);
  socket.setNoDelay(true);
  let sent = 0;
  let pending = null;
  const send = () => {
    sent = performance.now();
    socket.write(request);
  };
  socket.on('connect', () => {
    open++;
    send();
  });
  socket.on('data', (chunk) => {
    pending = pending ? Buffer.concat([pending, chunk]) : chunk;
    const head = pending.indexOf(HEAD_END);
    if (head < 0) return;
    const text = pending.latin1Slice(0, head);
    const length = Number(/content-length: (\d+)/i.exec(text)?.[1]);
    if (pending.length < head + 4 + length) return;
    pending = null;
    const now = performance.now();
    if (!text.startsWith('HTTP/1.1 200')) refused++;
    else if (now > warmUp && now <= end) times.push(now - sent);
    if (now < end) send();
    else {
      socket.destroy();
      if (--open === 0) report();
    }
  });
  socket.on('error', (error) => {
    process.stderr.write(`${error}\n`);
    process.exit(1);
  });
}

function report() {
  times.sort((a, b) => a - b);
  const at = (share) => Number((times[Math.floor(times.length * share)] ?? 0).toFixed(3));
  const perSecond = Math.round(times.length / Number(seconds));
  process.stdout.write(`${JSON.stringify({ perSecond, p50: at(0.5), p99: at(0.99), refused })}\n`);
}

for (let index = 0; index < Number(connections); index++) start();
