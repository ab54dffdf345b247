import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer as createTlsServer } from 'node:https';
import {
  connect,
  createServer as createTcpServer,
  type AddressInfo,
  type Server,
  type Socket,
} from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { createPoster, type Poster } from '../../lib/net/poster';
import { createResolve } from '../../lib/net/resolve';

jest.setTimeout(60_000);

const TIMEOUT = 1500;
const HEAD = 'HTTP/1.1 500 Broken\r\nContent-Type: text/plain\r\n';

/** Servers that do what no receiver should; each gets the socket once the request has begun to arrive. */
const ZOO: Record<string, { play: (socket: Socket) => void; wanted: object }> = {
  'never answers': { play: () => undefined, wanted: { status: null, error: 'timeout' } },
  'drips headers': {
    play: (socket) => drip(socket, 'HTTP/1.1 200 OK\r\n', () => 'X-Drip: 1\r\n'),
    wanted: { status: null, error: 'timeout' },
  },
  'drips the body': {
    play: (socket) => drip(socket, `${HEAD}Content-Length: 1000\r\n\r\n`, () => 'x'),
    wanted: { status: 500, error: null },
  },
  'sends a body without end': {
    play: (socket) => flood(socket, `${HEAD}\r\n`),
    wanted: { status: 500, error: null, body: expect.stringMatching(/^x{4096}$/) },
  },
  'announces 1 GB and sends it': {
    play: (socket) => flood(socket, `${HEAD}Content-Length: 1000000000\r\n\r\n`),
    wanted: { status: 500, error: null, body: expect.stringMatching(/^x{4096}$/) },
  },
  'sends a gzip bomb': {
    play: (socket) => {
      const bomb = gzipSync(Buffer.alloc(100_000_000));
      socket.write(`${HEAD}Content-Encoding: gzip\r\nContent-Length: ${bomb.length}\r\n\r\n`);
      socket.write(bomb);
    },
    wanted: { status: 500, error: null, body: expect.any(String) },
  },
  'closes half-way through the headers': {
    play: (socket) => void socket.end('HTTP/1.1 200 OK\r\nContent-Le'),
    wanted: { status: null, error: 'reset' },
  },
  'closes half-way through the body': {
    play: (socket) => void socket.end(`${HEAD}Content-Length: 100\r\n\r\nhalf`),
    wanted: { status: 500, error: null, body: 'half' },
  },
  'closes half-way through a success': {
    play: (socket) => void socket.end('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf'),
    wanted: { status: 200, error: null, body: null },
  },
  'closes at once': { play: (socket) => socket.destroy(), wanted: { status: null, error: 'reset' } },
  'speaks no HTTP': {
    play: (socket) => void socket.end('220 mail.example ESMTP\r\n'),
    wanted: { status: null, error: 'protocol' },
  },
  'floods with 1xx': {
    play: (socket) => flood(socket, '', 'HTTP/1.1 103 Early Hints\r\nLink: <x>\r\n\r\n'.repeat(1000)),
    wanted: { status: null, error: expect.stringMatching(/timeout|protocol|network/) },
  },
  'sends 100 MB of headers': {
    play: (socket) => flood(socket, 'HTTP/1.1 200 OK\r\n', `X-Long: ${'x'.repeat(60_000)}\r\n`),
    wanted: { status: null, error: 'protocol' },
  },
  'redirects to a private address': {
    play: (socket) =>
      void socket.end('HTTP/1.1 301 Moved\r\nLocation: http://127.0.0.1:1/\r\nContent-Length: 0\r\n\r\n'),
    wanted: { status: 301, error: null, body: '' },
  },
  'answers with NUL and broken UTF-8': {
    play: (socket) => {
      socket.write(`${HEAD}Content-Length: 8\r\n\r\n`);
      socket.end(Buffer.from([0x61, 0, 0xff, 0xfe, 0xc3, 0x28, 0x62, 0xe2]));
    },
    wanted: { status: 500, error: null, body: 'a\uFFFD\uFFFD\uFFFD\uFFFD(b\uFFFD' },
  },
};

function drip(socket: Socket, start: string, piece: () => string): void {
  socket.write(start);
  const timer = setInterval(() => socket.write(piece()), 100);
  socket.on('close', () => clearInterval(timer));
}

function flood(socket: Socket, start: string, piece = 'x'.repeat(65_536)): void {
  socket.write(start);
  const pour = () => {
    while (!socket.destroyed && socket.write(piece));
  };
  socket.on('drain', pour);
  pour();
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

/** A key and a self-signed certificate for localhost in the folder. */
function makeCertificate(cwd: string, expired: boolean): void {
  const openssl = (...words: string[]) =>
    execFileSync(process.env['TEST_OPENSSL'] as string, words, { cwd, stdio: 'ignore' });
  const settings = ['[ca]', 'default_ca=d', '[d]', 'new_certs_dir=.', 'database=index', 'serial=serial'];
  writeFileSync(
    join(cwd, 'conf'),
    [...settings, 'default_md=sha256', 'policy=p', '[p]', 'commonName=supplied'].join('\n'),
  );
  writeFileSync(join(cwd, 'index'), '');
  writeFileSync(join(cwd, 'serial'), '01');
  openssl(
    'req',
    '-new',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-keyout',
    'key',
    '-out',
    'csr',
    '-subj',
    '/CN=localhost',
  );
  const dates = expired ? ['-startdate', '20200101000000Z', '-enddate', '20200102000000Z'] : ['-days', '2'];
  const sign = [
    'ca',
    '-batch',
    '-notext',
    '-selfsign',
    '-config',
    'conf',
    '-in',
    'csr',
    '-keyfile',
    'key',
    '-out',
    'cert',
  ];
  openssl(...sign, ...dates);
}

describe('hostile receivers', () => {
  let poster: Poster;
  beforeAll(() => {
    poster = createPoster(
      { environment: 'development', allowedNetworks: [], timeoutMs: TIMEOUT },
      createResolve(),
    );
  });
  afterAll(() => poster.close());

  const send = async (url: string) => {
    const before = process.memoryUsage().rss;
    const result = await poster.post({
      url,
      headers: { 'Content-Type': 'application/json' },
      body: '{"a":1}',
    });
    expect(result.durationMs).toBeLessThan(TIMEOUT + 1000);
    expect(process.memoryUsage().rss - before).toBeLessThan(100_000_000);
    return result;
  };

  it.each(Object.entries(ZOO))('one that %s', async (_name, { play, wanted }) => {
    const sockets = new Set<Socket>();
    const server = createTcpServer((socket) => {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.once('data', () => play(socket));
    });
    const port = await listen(server);
    expect(await send(`http://127.0.0.1:${port}/`)).toMatchObject(wanted);
    sockets.forEach((socket) => socket.destroy());
    await new Promise((resolve) => server.close(resolve));
  });

  it('one that is not there, has no name, or no TLS', async () => {
    const server = createTcpServer((socket) => void socket.resume().end('no TLS here'));
    const port = await listen(server);
    expect(await send(`https://127.0.0.1:${port}/`)).toMatchObject({ status: null, error: 'tls' });
    await new Promise((resolve) => server.close(resolve));
    expect(await send(`http://127.0.0.1:${port}/`)).toMatchObject({ status: null, error: 'refused' });
    expect(await send('http://no-such-name.invalid/')).toMatchObject({ status: null, error: 'dns' });
  });

  it.each(['of its own', 'that has expired'])('one with a certificate %s', async (kind) => {
    const folder = mkdtempSync(join(tmpdir(), 'svc-tls-'));
    makeCertificate(folder, kind === 'that has expired');
    const [key, cert] = ['key', 'cert'].map((name) => readFileSync(join(folder, name)));
    const server = createTlsServer({ key, cert }, (_request, response) => response.end());
    const port = await listen(server);
    expect(await send(`https://127.0.0.1:${port}/`)).toMatchObject({ status: null, error: 'tls' });
    await new Promise((resolve) => server.close(resolve));
    rmSync(folder, { recursive: true });
  });

  it('goes on with the next receiver as if nothing had been', async () => {
    const server = createTcpServer((socket) => {
      socket.once('data', () => socket.end('HTTP/1.1 204 No Content\r\n\r\n'));
    });
    const port = await listen(server);
    expect(await send(`http://127.0.0.1:${port}/`)).toMatchObject({ status: 204, error: null, body: null });
    const probe = connect(port, '127.0.0.1');
    await new Promise((resolve) => probe.once('connect', resolve));
    probe.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
});
