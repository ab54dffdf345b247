import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { overDatabases, freshDatabase } from '../support/databases';
import { HostProcess } from '../support/host-process';
import { Receiver } from '../support/receiver';

jest.setTimeout(90_000);

overDatabases('the host as a process', (family) => {
  let database: Awaited<ReturnType<typeof freshDatabase>>;
  let receiver: Receiver;
  let dataDir: string;
  beforeAll(async () => {
    database = await freshDatabase(family);
    receiver = await Receiver.start();
    dataDir = mkdtempSync(join(tmpdir(), 'svc-process-'));
  });
  afterAll(async () => {
    await receiver.stop();
    await database.drop();
    rmSync(dataDir, { recursive: true });
  });
  const start = (more: Record<string, string> = {}) =>
    HostProcess.start(
      {
        DATA_DIR: dataDir,
        ...(database.url ? { DATABASE_URL: database.url } : {}),
        ...more,
      },
      'npm',
    );

  it('starts, tells the log-in once, takes commands, and ends cleanly with work under way', async () => {
    const host = await start();
    expect(host.lines).toEqual([
      expect.stringMatching(/^Administrator: admin {2}password: \S{16}$/),
      expect.stringMatching(/^Ready: http:\/\/127\.0\.0\.1:\d+\/$/),
    ]);
    expect(await (await fetch(host.url)).text()).toContain('data-svc-form="1"');
    const api = await host.api();
    await api.put('/forms/1/webhook', { enabled: true, url: receiver.url, secret: 's' }).expect(200);

    // A delivery that is under way for 400 ms, and a request whose second half comes late.
    receiver.answer((_request, response) => setTimeout(() => response.end(), 400));
    const nonce = await host.command('form-nonce', '1');
    const fields = { name: 'Ada', email: 'a@example.com', message: 'x' };
    const body = JSON.stringify({ form_id: 1, nonce, fields });
    await api.anonymous.post('/submit', body).expect(200);
    const slow = fetch(`${host.url}rest/svc-forms/v1/submit`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: new ReadableStream({
        async start(controller) {
          controller.enqueue(new TextEncoder().encode(body.slice(0, 20)));
          await new Promise((resolve) => setTimeout(resolve, 700));
          controller.enqueue(new TextEncoder().encode(body.slice(20)));
          controller.close();
        },
      }),
      duplex: 'half',
    } as RequestInit);
    await new Promise((resolve) => setTimeout(resolve, 200));
    const asked = Date.now();
    const ended = host.kill('SIGTERM');
    expect((await slow).status).toBe(200);
    expect(await ended).toBe(0);
    expect(await host.answers()).toBe(false);
    expect(Date.now() - asked).toBeLessThan(10_000);

    const second = await start();
    expect(second.lines).toEqual([expect.stringMatching(/^Ready: /)]);
    const again = await second.api();
    const deliveries = (await again.get('/deliveries').expect(200)).body as { status: string }[];
    expect(deliveries.map(({ status }) => status)).toEqual(['succeeded', 'succeeded']);
    expect(await second.kill('SIGINT')).toBe(0);
  });

  it('gives back what does not end in time', async () => {
    const host = await start({ DRAIN_SCHEDULE: '0 0 1 1 *' });
    const api = await host.api();
    receiver.clear();
    receiver.answer(() => undefined);
    const fields = { name: 'Ada', email: 'a@example.com', message: 'x' };
    await api.anonymous
      .post('/submit', { form_id: 1, nonce: await host.command('form-nonce', '1'), fields })
      .expect(200);
    await receiver.until(1);
    const asked = Date.now();
    expect(await host.kill('SIGTERM')).toBe(0);
    expect(Date.now() - asked).toBeLessThan(10_000);

    receiver.answer(200);
    const second = await start({ DRAIN_SCHEDULE: '* * * * * *' });
    await receiver.until(2);
    const ids = receiver.received.map(
      ({ headers }) => `${headers['x-svc-delivery']} ${headers['x-svc-attempt']}`,
    );
    expect(new Set(ids).size).toBe(1);
    expect(await second.kill('SIGTERM')).toBe(0);
  });

  it('answers a test delivery that is under way when it is told to end', async () => {
    const host = await start();
    const api = await host.api();
    receiver.clear();
    receiver.answer(() => undefined);
    const testing = api.post('/forms/1/webhook/test').then((answer) => answer);
    await receiver.until(1);
    const ended = host.kill('SIGTERM');
    const { status, body } = await testing;
    expect([status, body.status, body.attempts[0].error]).toEqual([200, 'failed', 'stopped']);
    expect(await ended).toBe(0);
  });

  it('says in one line what keeps it from starting', async () => {
    await expect(start({ RETRY_DELAYS: 'soon' })).rejects.toThrow(/cannot run: RETRY_DELAYS must be seconds/);
    await expect(start({ DRAIN_SCHEDULE: 'never' })).rejects.toThrow(/cannot run: .*DRAIN_SCHEDULE/);
    const nowhere = start({ DATABASE_URL: 'mysql://root@127.0.0.1:1/x' });
    await expect(nowhere).rejects.toThrow(/cannot run: .*ECONNREFUSED/);
  });
});
