import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freshDatabase } from '../support/databases';
import { HostProcess } from '../support/host-process';
import { Receiver } from '../support/receiver';

jest.setTimeout(180_000);

const FIELDS = { name: 'Ada', email: 'a@example.com', message: 'x' };

it('two hosts on one MySQL, one killed in the middle: nothing acknowledged is lost, nothing is stuck', async () => {
  const database = await freshDatabase('mysql');
  const dataDir = mkdtempSync(join(tmpdir(), 'svc-crash-'));
  const settings = { DATABASE_URL: database.url ?? '', DATA_DIR: dataDir, DRAIN_SCHEDULE: '* * * * * *' };
  // Both on an empty database at once: they take turns with the migrations.
  const [one, two] = await Promise.all([HostProcess.start(settings), HostProcess.start(settings)]);
  const receiver = await Receiver.start();
  receiver.answer((_request, response) => setTimeout(() => response.end(), 50));
  const api = await one.api();
  expect((await api.get('/forms')).body).toHaveLength(1);
  await api.put('/forms/1/webhook', { enabled: true, url: receiver.url, secret: 's' }).expect(200);
  const nonce = await two.command('form-nonce', '1');

  const acknowledged: number[] = [];
  let next = 0;
  const visitor = async () => {
    while (next < 200) {
      const host = next++ % 2 === 0 ? one : two;
      const answer = await fetch(`${host.url}rest/svc-forms/v1/submit`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ form_id: 1, nonce, fields: FIELDS }),
      }).catch(() => null);
      if (answer?.status === 200) acknowledged.push(((await answer.json()) as { entry_id: number }).entry_id);
      if (acknowledged.length === 60) void two.kill('SIGKILL');
    }
  };
  await Promise.all(Array.from({ length: 16 }, visitor));
  expect(await two.exited).toBe('SIGKILL');
  expect(acknowledged.length).toBeGreaterThan(120);

  // The lease of what the dead process held runs out after 30 s.
  const undelivered = () => {
    const delivered = new Set(receiver.received.map(({ json }) => json['entry_id']));
    return acknowledged.filter((id) => !delivered.has(id));
  };
  const waiting = async () => {
    const open = await Promise.all(
      ['pending', 'retry_scheduled'].map((status) => api.get(`/deliveries?status=${status}`)),
    );
    return open.map(({ headers }) => Number(headers['x-host-total'])).reduce((sum, total) => sum + total);
  };
  for (let second = 0; second < 45 && (undelivered().length > 0 || (await waiting()) > 0); second++)
    await pause(1000);
  expect(undelivered()).toEqual([]);
  expect(await waiting()).toBe(0);
  for (const id of acknowledged.slice(0, 10)) await api.get(`/entries/${id}`).expect(200);
  const total = Number((await api.get('/entries')).headers['x-host-total']);
  expect(total).toBeGreaterThanOrEqual(acknowledged.length);
  const succeeded = await api.get('/deliveries?status=succeeded');
  expect(Number(succeeded.headers['x-host-total'])).toBe(total);

  expect(await one.kill('SIGTERM')).toBe(0);
  await receiver.stop();
  await database.drop();
  rmSync(dataDir, { recursive: true });
});
