import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, openSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { Api } from '../tests/support/api';
import { ROOT } from '../tests/support/root';

const run = promisify(execFile);

export const FIELDS = [
  { id: 'name', type: 'text', label: 'Name', required: true },
  { id: 'email', type: 'email', label: 'Email', required: true },
  { id: 'message', type: 'textarea', label: 'Message', required: true },
];
export const VALUES = {
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  message: 'Hello, how are you? '.repeat(5),
};

/** A process that says where it listens. */
export interface Served {
  url: string;
  pid: number;
  stop(): Promise<void>;
}

async function serve(child: ChildProcess, toUrl: (said: string) => string): Promise<Served> {
  const exited = new Promise((resolve) => child.once('exit', resolve));
  for await (const line of createInterface({ input: child.stdout as NodeJS.ReadableStream }))
    if (line.startsWith('Ready: '))
      return {
        url: toUrl(line.slice(7)),
        pid: child.pid as number,
        async stop() {
          child.kill('SIGTERM');
          await exited;
        },
      };
  throw new Error('A server did not start.');
}

/** One of bench/servers. */
export function startServer(file: string, path: string, env: NodeJS.ProcessEnv = {}): Promise<Served> {
  const child = spawn(process.execPath, [join(ROOT, 'bench/servers', file)], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return serve(child, (port) => `http://127.0.0.1:${port}${path}`);
}

/** The reference host with a form whose webhook goes to the receiver. */
export interface Ours extends Served {
  api: Api;
  formId: number;
  submitUrl: string;
  body: { form_id: number; nonce: string; fields: object };
}

/** Starts the host as an operator does; its log goes to a file, as it would there. */
export async function startOurs(
  databaseUrl: string | null,
  receiver: string | null,
  more: Record<string, string> = {},
): Promise<Ours> {
  const dataDir = mkdtempSync(join(tmpdir(), 'svc-bench-'));
  const env = {
    ...{ PATH: process.env['PATH'], HOME: process.env['HOME'], PORT: '0', DATA_DIR: dataDir },
    ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
    ...more,
  };
  const child = spawn(process.execPath, [join(ROOT, 'host/bin/start.cjs')], {
    cwd: ROOT,
    env,
    stdio: ['ignore', 'pipe', openSync(join(dataDir, 'log'), 'w')],
  });
  const served = await serve(child, (url) => url);
  const words = ['run', '--silent', 'host', '--', 'app-password', 'admin', 'bench'];
  const { stdout } = await run('npm', words, { cwd: ROOT, env });
  const password = stdout.trimEnd().split('\n').at(-1) ?? '';
  const api = new Api(served.url, { login: 'admin', password });
  const formId = await api.form({ fields: FIELDS });
  if (receiver)
    await api.put(`/forms/${formId}/webhook`, { enabled: true, url: receiver, secret: 'bench' }).expect(200);
  const { nonce } = (await api.anonymous.get(`/nonce?form_id=${formId}`).expect(200)).body;
  const submitUrl = `${served.url}rest/svc-forms/v1/submit`;
  return { ...served, api, formId, submitUrl, body: { form_id: formId, nonce, fields: VALUES } };
}

export interface Load {
  perSecond: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
}

/** Posts for some seconds over kept connections. @throws when an answer was not 200 */
export async function load(url: string, connections: number, seconds: number, body: object): Promise<Load> {
  const words = [join(ROOT, 'bench/servers/load.cjs'), url, connections, seconds, JSON.stringify(body)];
  const { stdout } = await run(process.execPath, words.map(String));
  const result = JSON.parse(stdout) as Load & { refused: number };
  if (result.refused > 0) throw new Error(`${url}: ${result.refused} refused`);
  return result;
}

/** Signed posts of bare undici. @returns how many a second */
export async function barePosts(url: string, seconds: number): Promise<number> {
  const { stdout } = await run(process.execPath, [
    join(ROOT, 'bench/servers/posts.cjs'),
    url,
    String(seconds),
  ]);
  return Number(stdout);
}

/** Milliseconds of processor that a process has had. */
export function cpuOf(pid: number): number {
  const fields = (readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1] ?? '').split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** Megabytes that a process holds in memory. */
export function memoryOf(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
}

/** Process of the database server that the bench started; null for one that was there. */
export function databasePid(): number | null {
  return globalThis.testDatabaseServer?.pid() ?? null;
}

export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

/** Milliseconds that something takes, several times. */
export async function timed(times: number, work: () => PromiseLike<unknown>): Promise<number[]> {
  const took: number[] = [];
  for (let index = 0; index < times; index++) {
    const started = performance.now();
    await work();
    took.push(performance.now() - started);
  }
  return took;
}

export function table(head: string[], rows: (string | number)[][]): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

export const ratio = (value: number, of: number): string => (of === 0 ? '–' : (value / of).toFixed(2));
