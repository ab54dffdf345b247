import { createSocket, type Socket } from 'node:dgram';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decode, encode, type Packet } from 'dns-packet';
import { createResolve } from '../../lib/net/resolve';

/** A name server on a real socket: answers what it knows, says no to the rest, and ignores names under dead.test. */
async function startNameServer(zone: Record<string, { A?: string[]; AAAA?: string[] }>) {
  const asked: string[] = [];
  const socket: Socket = createSocket('udp4', (message, peer) => {
    const query = decode(message);
    const [{ name, type }] = query.questions as [{ name: string; type: 'A' | 'AAAA' }];
    asked.push(`${type} ${name}`);
    if (name.endsWith('dead.test') || (type === 'AAAA' && name === 'no-six.test')) return;
    const known = zone[name.toLowerCase()];
    const answers = (known?.[type] ?? []).map((data) => ({ name, type, ttl: 0, data }));
    const flags = name.endsWith('.broken.test') ? 2 : known ? 0 : 3;
    const reply = { type: 'response', id: query.id, flags, questions: query.questions, answers };
    socket.send(encode(reply as Packet), peer.port, peer.address);
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  return { socket, asked, address: `127.0.0.1:${socket.address().port}` };
}

const folder = mkdtempSync(join(tmpdir(), 'svc-names-'));
const files = { hosts: join(folder, 'hosts'), resolvConf: join(folder, 'resolv.conf') };
let server: Awaited<ReturnType<typeof startNameServer>>;

beforeAll(async () => {
  server = await startNameServer({
    'receiver.test': { A: ['192.0.2.1', '192.0.2.2'], AAAA: ['2001:db8::1'] },
    'no-six.test': { A: ['192.0.2.4'] },
    'only-six.test': { AAAA: ['2001:db8::6'] },
    'receiver.tools.cluster.test': { A: ['192.0.2.9'] },
  });
  writeFileSync(
    files.hosts,
    '# names\n127.0.0.1 localhost\n192.0.2.50 Inside.test inside # ours\nbroken line\n',
  );
  writeFileSync(
    files.resolvConf,
    'nameserver 192.0.2.53\nsearch broken.test cluster.test. other.test\noptions ndots:2\n',
  );
});
afterAll(async () => {
  await new Promise<void>((resolve) => server.socket.close(resolve));
  rmSync(folder, { recursive: true });
});

const resolver = () => createResolve({ servers: [server.address], files });

it('gives all addresses of both families', async () => {
  const resolve = resolver();
  expect(await resolve('receiver.test')).toEqual(['192.0.2.1', '192.0.2.2', '2001:db8::1']);
  expect(await resolve('only-six.test.')).toEqual(['2001:db8::6']);
  expect(await resolve('192.0.2.77')).toEqual(['192.0.2.77']);
  expect(await resolve('::1')).toEqual(['::1']);
});

it('knows localhost, the hosts file and the search list, past a domain whose server is broken', async () => {
  const resolve = resolver();
  expect(await resolve('LOCALHOST')).toEqual(['127.0.0.1', '::1']);
  expect(await resolve('a.localhost.')).toEqual(['127.0.0.1', '::1']);
  expect(await resolve('inside.TEST')).toEqual(['192.0.2.50']);
  expect(await resolve('receiver.tools')).toEqual(['192.0.2.9']);
});

it('waits for a second family only a moment', async () => {
  const started = performance.now();
  expect(await resolver()('no-six.test')).toEqual(['192.0.2.4']);
  expect(performance.now() - started).toBeLessThan(1000);
});

it('a dead name server beside a healthy one costs one look-up, not each', async () => {
  const dead = createSocket('udp4');
  await new Promise<void>((resolve) => dead.bind(0, '127.0.0.1', resolve));
  const servers = [`127.0.0.1:${dead.address().port}`, server.address];
  const resolve = createResolve({ servers, files });
  await resolve('a.b.receiver.test').catch(() => undefined);
  const started = performance.now();
  expect(await resolve('receiver.test')).toContain('192.0.2.1');
  expect(performance.now() - started).toBeLessThan(1000);
  await new Promise<void>((done) => dead.close(done));
});

it('says whether there is no such name or nobody answered', async () => {
  const plain = { ...files, resolvConf: join(folder, 'none') };
  const only = createResolve({ servers: [server.address], files: plain });
  await expect(only('missing.test')).rejects.toMatchObject({ code: 'ENOTFOUND' });
  await expect(resolver()('missing.test')).rejects.toMatchObject({ code: 'EAI_AGAIN' });
  const nobody = createResolve({ servers: ['127.0.0.1:1'], files });
  await expect(nobody('a.b.receiver.test')).rejects.toMatchObject({ code: 'EAI_AGAIN' });
});

it('names whose server is dead hold up no other, are asked for once, and are given up after 5 s', async () => {
  const resolve = resolver();
  const started = performance.now();
  const dead = Array.from({ length: 60 }, (_, index) =>
    resolve(`a.b.name${index % 20}.dead.test`).catch((error: { code: string }) => error.code),
  );
  await resolve('receiver.test');
  expect(performance.now() - started).toBeLessThan(1000);
  expect(new Set(await Promise.all(dead))).toEqual(new Set(['EAI_AGAIN']));
  expect(performance.now() - started).toBeLessThan(6000);
  expect(server.asked.filter((one) => one === 'A a.b.name0.dead.test').length).toBeLessThanOrEqual(4);
}, 15_000);
