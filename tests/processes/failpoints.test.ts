import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { FAILPOINTS } from '../../lib/options';
import type { Api } from '../support/api';
import { freshDatabase, overDatabases } from '../support/databases';
import { HostProcess } from '../support/host-process';
import { Receiver } from '../support/receiver';

jest.setTimeout(120_000);

const FIELDS = { name: 'Ada', email: 'a@example.com', message: 'x' };
/** Seconds: past the lease of whatever the dead process held. */
const PAST_THE_LEASE = 31;

overDatabases('killed at', (family) => {
  let database: Awaited<ReturnType<typeof freshDatabase>>;
  let receiver: Receiver;
  let dataDir: string;
  let ahead = 0;
  let nonce = '';
  const start = (more: Record<string, string> = {}) =>
    HostProcess.start({
      DATA_DIR: dataDir,
      ...(database.url ? { DATABASE_URL: database.url } : {}),
      DRAIN_SCHEDULE: '* * * * * *',
      CLOCK_AHEAD: String(ahead),
      ...more,
    });
  beforeAll(async () => {
    database = await freshDatabase(family);
    receiver = await Receiver.start();
    dataDir = mkdtempSync(join(tmpdir(), 'svc-failpoint-'));
    const host = await start();
    const api = await host.api();
    await api.put('/forms/1/webhook', { enabled: true, url: receiver.url, secret: 's' }).expect(200);
    nonce = await host.command('form-nonce', '1');
    await host.kill('SIGTERM');
  });
  afterAll(async () => {
    await receiver.stop();
    await database.drop();
    rmSync(dataDir, { recursive: true });
  });

  const submit = (host: HostProcess) =>
    fetch(`${host.url}rest/svc-forms/v1/submit`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ form_id: 1, nonce, fields: FIELDS }),
    }).then(
      (answer) => answer.status,
      () => null,
    );
  const total = async (api: Api, path: string) => Number((await api.get(path)).headers['x-host-total']);

  /** Restarts past the lease; resolves when nothing waits any more. */
  const recover = async () => {
    ahead += PAST_THE_LEASE;
    const host = await start();
    const api = await host.api();
    for (let tried = 0; tried < 100; tried++) {
      const open =
        (await total(api, '/deliveries?status=pending')) +
        (await total(api, '/deliveries?status=retry_scheduled'));
      if (open === 0) break;
      await pause(100);
    }
    return { host, api };
  };
  const check = async (wanted: { entries: number; posts: number[] }) => {
    const { host, api } = await recover();
    const stored = await total(api, '/entries');
    expect(await total(api, '/deliveries?status=succeeded')).toBe(stored);
    const ids = receiver.received.map(({ headers, body }) => `${headers['x-svc-delivery']} ${body}`);
    expect(new Set(ids).size).toBe(wanted.entries);
    expect(wanted.posts).toContain(ids.length);
    await host.kill('SIGTERM');
    return stored;
  };

  it.each([...FAILPOINTS])('%s: nothing is lost, nothing is sent twice under two ids', async (point) => {
    receiver.clear();
    receiver.answer(200);
    const host = await start({ FAILPOINT: point, DRAIN_SCHEDULE: '0 0 1 1 *' });
    const status = await submit(host);
    expect(await host.exited).toBe('SIGKILL');
    if (point.endsWith('entry-commit')) expect(status).toBeNull();
    const stored = point === 'before-entry-commit' ? 0 : 1;
    const answered = ['after-answer', 'before-result-commit'].includes(point);
    await check({ entries: stored, posts: [answered ? 2 : stored] });
  });

  it('after the bytes left', async () => {
    receiver.clear();
    const host = await start({ DRAIN_SCHEDULE: '0 0 1 1 *' });
    receiver.answer((_request, response) => {
      void host.kill('SIGKILL').then(() => response.destroy());
    }, 200);
    await submit(host);
    expect(await host.exited).toBe('SIGKILL');
    await check({ entries: 1, posts: [2] });
  });
});
