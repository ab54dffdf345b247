import { createServer as createTcpServer, type AddressInfo, type Server } from 'node:net';
import { createPoster, type Poster } from '../../lib/net/poster';
import { createResolve } from '../../lib/net/resolve';

jest.setTimeout(60_000);

let poster: Poster;
beforeAll(() => {
  poster = createPoster(
    { environment: 'development', allowedNetworks: [], timeoutMs: 5000 },
    createResolve(),
  );
});
afterAll(() => poster.close());

const send = (url: string) =>
  poster.post({ url, headers: { 'Content-Type': 'application/json' }, body: '{}' });

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

it('one that closes idle connections after two seconds without a word gets every delivery', async () => {
  let connections = 0;
  const server = createTcpServer((socket) => {
    connections++;
    const idle = () => setTimeout(() => socket.destroy(), 2000);
    let timer = idle();
    socket.on('data', () => {
      clearTimeout(timer);
      timer = idle();
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n');
    });
    socket.on('error', () => undefined);
    socket.on('close', () => clearTimeout(timer));
  });
  const port = await listen(server);
  for (const pause of [0, 0, 300, 1990, 2000, 2010])
    expect(
      await new Promise((resolve) => setTimeout(resolve, pause)).then(() =>
        send(`http://127.0.0.1:${port}/`),
      ),
    ).toMatchObject({
      status: 200,
      error: null,
    });
  expect(connections).toBeLessThan(6);
  await new Promise((resolve) => server.close(resolve));
});

it.each(['end', 'resetAndDestroy', 'destroy'] as const)(
  'a kept connection that breaks (%s) under a request is no failure: it is sent once more, on one of its own',
  async (how) => {
    let connections = 0;
    let requests = 0;
    const server = createTcpServer((socket) => {
      connections++;
      let own = 0;
      socket.on('error', () => undefined);
      socket.on('data', () => {
        requests++;
        // Answers the first of a connection, and closes it under the second.
        if (++own === 1) socket.write('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n');
        else socket[how]();
      });
    });
    const port = await listen(server);
    for (let index = 0; index < 4; index++)
      expect(await send(`http://127.0.0.1:${port}/`)).toMatchObject({ status: 200, error: null });
    // Of the second and the fourth, one broke with its connection, and came again on a new one.
    expect(requests).toBeGreaterThan(4);
    expect(connections).toBeGreaterThan(1);
    await new Promise((resolve) => server.close(resolve));
  },
);

it('a connection made for the request that breaks is one attempt and one failure', async () => {
  let requests = 0;
  const server = createTcpServer((socket) => {
    socket.on('error', () => undefined);
    socket.on('data', () => {
      requests++;
      socket.resetAndDestroy();
    });
  });
  const port = await listen(server);
  expect(await send(`http://127.0.0.1:${port}/`)).toMatchObject({ status: null, error: 'reset' });
  expect(requests).toBe(1);
  await new Promise((resolve) => server.close(resolve));
});
