import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Api } from '../support/api';
import { freshDatabase, overDatabases } from '../support/databases';
import { HostProcess } from '../support/host-process';

jest.setTimeout(120_000);

const VISITORS = 64;
/** Answers after which the process is killed: in the middle of a gathering, wherever that is in each round. */
const KILLED_AFTER = [40, 150, 333];

overDatabases('killed in the middle of a gathering', (family) => {
  it('every acknowledged submission is there, whole, and none that was refused', async () => {
    const database = await freshDatabase(family);
    const dataDir = mkdtempSync(join(tmpdir(), 'svc-gathering-'));
    const start = () =>
      HostProcess.start({ DATA_DIR: dataDir, ...(database.url ? { DATABASE_URL: database.url } : {}) });
    let host = await start();
    await (
      await host.api()
    )
      .put('/forms/1/webhook', { enabled: true, url: 'http://127.0.0.1:9/', secret: 's' })
      .expect(200);
    const nonce = await host.command('form-nonce', '1');
    const acknowledged = new Map<string, number>();
    const refused: string[] = [];
    for (const [round, limit] of KILLED_AFTER.entries()) {
      await flood(host, { round, nonce, limit, acknowledged, refused });
      expect(await host.exited).toBe('SIGKILL');
      host = await start();
    }
    const api = await host.api();
    const stored = await storedNames(api);
    for (const [name, id] of acknowledged) expect([name, stored.get(name)]).toEqual([name, id]);
    for (const name of refused) expect(stored.has(name)).toBe(false);
    expect(refused.length).toBeGreaterThan(20);
    expect(acknowledged.size).toBeGreaterThan(300);
    // Each with its delivery, and counted: whatever was in the transaction came with it.
    const total = async (path: string) => Number((await api.get(path)).headers['x-host-total']);
    expect(await total('/entries')).toBe(stored.size);
    expect(await total('/deliveries')).toBe(stored.size);
    await host.kill('SIGTERM');
    await database.drop();
    rmSync(dataDir, { recursive: true });
  });
});

interface Flood {
  round: number;
  nonce: string;
  limit: number;
  /** Entry ids by name. */
  acknowledged: Map<string, number>;
  refused: string[];
}

/** Many visitors at once, one in eight with a broken address, until the process is gone. */
async function flood(
  host: HostProcess,
  { round, nonce, limit, acknowledged, refused }: Flood,
): Promise<void> {
  let next = 0;
  let answers = 0;
  let gone = false;
  const visitor = async () => {
    while (!gone) {
      const index = next++;
      const name = `visitor ${round}-${index}`;
      const email = index % 8 === 0 ? 'broken' : 'a@example.com';
      try {
        const answer = await fetch(`${host.url}rest/svc-forms/v1/submit`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify({ form_id: 1, nonce, fields: { name, email, message: 'x' } }),
        });
        if (answer.status === 200)
          acknowledged.set(name, ((await answer.json()) as { entry_id: number }).entry_id);
        else if (answer.status === 400) refused.push(name);
      } catch {
        gone = true;
      }
      if (++answers === limit) void host.kill('SIGKILL');
    }
  };
  await Promise.all(Array.from({ length: VISITORS }, visitor));
}

/** Entry ids by the name that was sent. */
async function storedNames(api: Api): Promise<Map<string, number>> {
  const names = new Map<string, number>();
  for (let page = 1; ; page++) {
    const { body } = await api.get(`/entries?per_page=100&page=${page}`).expect(200);
    const entries = body as { id: number; fields: { name: { value: string } } }[];
    for (const { id, fields } of entries) names.set(fields.name.value, id);
    if (entries.length < 100) return names;
  }
}
