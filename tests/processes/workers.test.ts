import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freshDatabase } from '../support/databases';
import { HostProcess } from '../support/host-process';
import { Receiver } from '../support/receiver';

jest.setTimeout(120_000);

const children = (pid: number) =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number);

it('three workers on one port: one is killed and replaced, nothing is lost, all end cleanly', async () => {
  const database = await freshDatabase('mysql');
  const dataDir = mkdtempSync(join(tmpdir(), 'svc-workers-'));
  const host = await HostProcess.start({
    DATABASE_URL: database.url ?? '',
    DATA_DIR: dataDir,
    DRAIN_SCHEDULE: '* * * * * *',
    WEB_WORKERS: '3',
  });
  expect(host.lines.filter((line) => line.startsWith('Administrator: '))).toHaveLength(1);
  const before = children(host.pid);
  expect(before).toHaveLength(3);
  const receiver = await Receiver.start();
  const api = await host.api();
  await api.put('/forms/1/webhook', { enabled: true, url: receiver.url }).expect(200);
  const { nonce } = (await api.anonymous.get('/nonce?form_id=1').expect(200)).body;
  const acknowledged: number[] = [];
  const submit = async () => {
    const body = JSON.stringify({
      form_id: 1,
      nonce,
      fields: { name: 'A', email: 'a@example.com', message: 'x' },
    });
    const headers = { 'Content-Type': 'application/json' };
    const answer = await fetch(`${host.url}rest/svc-forms/v1/submit`, {
      method: 'POST',
      headers,
      body,
    }).catch(() => null);
    if (answer?.status === 200) acknowledged.push(((await answer.json()) as { entry_id: number }).entry_id);
  };
  await Promise.all(Array.from({ length: 40 }, submit));
  expect(acknowledged).toHaveLength(40);
  const flood = Promise.all(Array.from({ length: 60 }, submit));
  process.kill(before[1] as number, 'SIGKILL');
  await flood;
  for (let tried = 0; tried < 100 && children(host.pid).length < 3; tried++) await pause(100);
  expect(children(host.pid)).toHaveLength(3);
  expect(children(host.pid)).not.toEqual(before);
  await Promise.all(Array.from({ length: 20 }, submit));
  expect(new Set(acknowledged).size).toBe(acknowledged.length);
  const undelivered = () => {
    const delivered = new Set(receiver.received.map(({ json }) => json['entry_id']));
    return acknowledged.filter((id) => !delivered.has(id));
  };
  for (let second = 0; second < 45 && undelivered().length > 0; second++) await pause(1000);
  expect(undelivered()).toEqual([]);
  expect(await host.kill('SIGTERM')).toBe(0);
  expect(await host.answers()).toBe(false);
  await receiver.stop();
  await database.drop();
  rmSync(dataDir, { recursive: true });
});

it('says in one line what workers need', async () => {
  await expect(HostProcess.start({ WEB_WORKERS: '2', DATA_DIR: tmpdir() })).rejects.toThrow(
    /WEB_WORKERS needs DATABASE_URL/,
  );
});
