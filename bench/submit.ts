import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import autocannon from 'autocannon';
import { freshDatabase } from '../tests/support/databases';
import { HostProcess } from '../tests/support/host-process';
import { ROOT } from '../tests/support/root';
import { Receiver } from '../tests/support/receiver';

jest.setTimeout(600_000);
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 4);
const FIELDS = [
  { id: 'name', type: 'text', label: 'Name', required: true },
  { id: 'email', type: 'email', label: 'Email', required: true },
  { id: 'message', type: 'textarea', label: 'Message', required: true },
];
const VALUES = { name: 'Ada Lovelace', email: 'ada@example.com', message: 'Hello, how are you? '.repeat(5) };

async function startServer(
  file: string,
  env: NodeJS.ProcessEnv,
): Promise<{ url: string; child: ChildProcess }> {
  const child = spawn(process.execPath, [join(ROOT, 'bench/servers', file)], {
    env: { ...process.env, ...env },
  });
  child.stderr.pipe(process.stderr);
  for await (const line of createInterface({ input: child.stdout }))
    if (line.startsWith('Ready: ')) return { url: `http://127.0.0.1:${line.slice(7)}/submit`, child };
  throw new Error(`${file} did not start.`);
}

async function load(url: string, connections: number, body: object): Promise<number> {
  const result = await autocannon({
    url,
    connections,
    duration: SECONDS,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (result.non2xx > 0) throw new Error(`${url}: ${result.non2xx} refused`);
  return result['2xx'] / result.duration;
}

async function startOurs(databaseUrl: string | null, receiver: string) {
  const host = await HostProcess.start({
    DATA_DIR: mkdtempSync(join(tmpdir(), 'svc-bench-')),
    ADMIN_PASSWORD: 'correct horse battery staple',
    ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
  });
  const api = await host.api();
  const formId = await api.form({ fields: FIELDS });
  await api.put(`/forms/${formId}/webhook`, { enabled: true, url: receiver, secret: 'bench' }).expect(200);
  const { nonce } = (await api.anonymous.get(`/nonce?form_id=${formId}`).expect(200)).body;
  return {
    host,
    url: `${host.url}rest/svc-forms/v1/submit`,
    body: { form_id: formId, nonce, fields: VALUES },
  };
}

/** Medians and what they are of Express alone, in one table, printed and kept. */
function report(rounds: Record<string, number[]>): void {
  const median = (values: number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
  const lines = Object.entries(rounds).map(([name, values]) => {
    const [, connections] = name.split(' @ ');
    const ratio = median(values) / median(rounds[`Express alone @ ${connections}`] ?? []);
    return `| ${name} | ${median(values)} | ${ratio.toFixed(2)} |`;
  });
  const machine = `${cpus().length} × ${cpus()[0]?.model.trim() ?? 'CPU'}, Node ${process.version}`;
  const head = `# Submissions a second\n\n${machine}; ${SECONDS} s a round, interleaved, medians; the webhook is on.\n`;
  const table = ['| who @ connections | a second | of Express alone |', '|---|---|---|', ...lines].join('\n');
  writeFileSync(join(ROOT, 'bench/results.md'), `${head}\n${table}\n`);
  process.stdout.write(`${head}\n${table}\n`);
}

it('submissions a second', async () => {
  const database = await freshDatabase('mysql');
  const receiver = await Receiver.start();
  receiver.answer(200);
  const mysql = await startOurs(database.url, receiver.url);
  const sqlite = await startOurs(null, receiver.url);
  const express = await startServer('express.cjs', {});
  const handler = await startServer('handler.cjs', { DATABASE_URL: database.url ?? '' });
  const rounds: Record<string, number[]> = {};
  for (let round = 0; round < Number(process.env['BENCH_ROUNDS'] ?? 3); round++)
    for (const connections of (process.env['BENCH_CONNECTIONS'] ?? '1,16,64').split(',').map(Number))
      for (const [name, url, body] of [
        ['Express alone', express.url, mysql.body],
        ['a hand-written handler on MySQL', handler.url, mysql.body],
        ['Svc Forms on MySQL', mysql.url, mysql.body],
        ['Svc Forms on SQLite', sqlite.url, sqlite.body],
      ] as const)
        (rounds[`${name} @ ${connections}`] ??= []).push(Math.round(await load(url, connections, body)));
  report(rounds);
  express.child.kill();
  handler.child.kill();
  await Promise.all([mysql.host.kill('SIGTERM'), sqlite.host.kill('SIGTERM')]);
  await receiver.stop();
  await database.drop();
});
