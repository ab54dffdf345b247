import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { Api } from './api';
import { ROOT } from './root';

const run = promisify(execFile);

/** The reference host as a process of its own, as an operator starts it. */
export class HostProcess {
  readonly lines: string[] = [];
  readonly errors: string[] = [];
  readonly exited: Promise<number | NodeJS.Signals | null>;

  private constructor(
    private readonly child: ChildProcess,
    private readonly env: NodeJS.ProcessEnv,
  ) {
    this.exited = new Promise((resolve) => child.once('exit', (code, signal) => resolve(code ?? signal)));
    createInterface({ input: child.stderr as NodeJS.ReadableStream }).on('line', (line) =>
      this.errors.push(line),
    );
  }

  /**
   * Starts a host and waits for its Ready line.
   * @param by `npm` as an operator does; `node` where a signal must hit the host itself
   */
  static async start(settings: Record<string, string>, by: 'npm' | 'node' = 'node'): Promise<HostProcess> {
    const env = { PATH: process.env['PATH'], HOME: process.env['HOME'], PORT: '0', ...settings };
    const [program, ...words] =
      by === 'npm' ? ['npm', 'start', '--silent'] : [process.execPath, join(ROOT, 'host/bin/start.cjs')];
    const child = spawn(program as string, words, { cwd: ROOT, env });
    const host = new HostProcess(child, env);
    for await (const line of createInterface({ input: child.stdout })) {
      host.lines.push(line);
      if (line.startsWith('Ready: ')) return host;
    }
    throw new Error(`The host did not start: ${host.errors.join('\n')}`);
  }

  get url(): string {
    return this.lines.at(-1)?.replace('Ready: ', '') ?? '';
  }

  /** `npm run --silent host -- …`: the last line that it prints. */
  async command(...words: string[]): Promise<string> {
    const { stdout } = await run('npm', ['run', '--silent', 'host', '--', ...words], {
      cwd: ROOT,
      env: this.env,
    });
    return stdout.trimEnd().split('\n').at(-1) ?? '';
  }

  async api(): Promise<Api> {
    return new Api(this.url, {
      login: 'admin',
      password: await this.command('app-password', 'admin', 'tests'),
    });
  }

  /** True while something listens where the host did. */
  async answers(): Promise<boolean> {
    return fetch(this.url).then(
      () => true,
      () => false,
    );
  }

  get pid(): number {
    return this.child.pid as number;
  }

  kill(signal: NodeJS.Signals): Promise<number | NodeJS.Signals | null> {
    this.child.kill(signal);
    return this.exited;
  }
}
