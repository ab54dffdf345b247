import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createConnection } from 'mysql2/promise';
import { startDatabaseServer } from '../setup/mariadb';
import { HostProcess } from '../support/host-process';
import { Receiver } from '../support/receiver';

jest.setTimeout(120_000);

it('the database goes away and comes back: 503 meanwhile, nothing crashes, work goes on', async () => {
  const server = await startDatabaseServer();
  const connection = await createConnection({ uri: server.url });
  await connection.query('CREATE DATABASE away');
  await connection.end();
  const dataDir = mkdtempSync(join(tmpdir(), 'svc-away-'));
  const settings = {
    DATABASE_URL: `${server.url}/away`,
    DATA_DIR: dataDir,
    DRAIN_SCHEDULE: '* * * * * *',
    RETRY_DELAYS: '1,1,1,1',
  };
  const host = await HostProcess.start(settings);
  const receiver = await Receiver.start();
  const api = await host.api();
  await api.put('/forms/1/webhook', { enabled: true, url: receiver.url }).expect(200);
  const nonce = await host.command('form-nonce', '1');
  const submit = () =>
    api.anonymous.post('/submit', {
      form_id: 1,
      nonce,
      fields: { name: 'A', email: 'a@example.com', message: 'x' },
    });

  // Killed with a delivery under way: its result cannot be written.
  receiver.answer((_request, response) => setTimeout(() => response.end(), 500));
  await submit().expect(200);
  await receiver.until(1);
  await server.stop('SIGKILL');
  for (const request of [
    submit(),
    api.get('/forms'),
    api.get('/entries/1'),
    api.put('/forms/1', { title: 'x' }),
  ]) {
    const answer = await request;
    expect([answer.status, answer.body.code]).toEqual([503, 'unavailable']);
    expect(answer.body.data).toEqual({ status: 503 });
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  }
  expect((await fetch(host.url)).status).toBe(503);
  await pause(2500);

  await server.start();
  receiver.answer(200);
  for (let tried = 0; tried < 50 && (await api.get('/forms')).status !== 200; tried++) await pause(100);
  await submit().expect(200);
  const open = async () =>
    (await api.get('/deliveries')).body.filter((one: { status: string }) => one.status !== 'succeeded');
  for (let second = 0; second < 45 && (await open()).length > 0; second++) await pause(1000);
  expect(await open()).toEqual([]);
  expect(new Set(receiver.received.map(({ headers }) => headers['x-svc-delivery'])).size).toBe(2);

  // A server that hangs is as good as away.
  server.freeze(true);
  const frozen = await Promise.all([submit(), api.get('/forms')]);
  expect(frozen.map(({ status }) => status)).toEqual([503, 503]);
  server.freeze(false);
  for (let tried = 0; tried < 50 && (await api.get('/forms')).status !== 200; tried++) await pause(100);
  await submit().expect(200);

  expect(await host.kill('SIGTERM')).toBe(0);
  await receiver.stop();
  await server.remove();
  rmSync(dataDir, { recursive: true });
});
