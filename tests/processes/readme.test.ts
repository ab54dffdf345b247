import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../setup/mariadb';
import { ROOT } from '../support/root';

jest.setTimeout(240_000);

interface Block {
  /** What the comment above the block says: serve, restart or step, and what to wait for. */
  kind: string;
  waitFor: string;
  commands: string;
}

/** The README's marked code blocks, in order. */
function readBlocks(readme: string): Block[] {
  const marked = /<!-- (\w+)(?:: (\w+))? -->\n```sh\n([\s\S]*?)```/g;
  return [...readme.matchAll(marked)].map(([, kind = '', waitFor = '', commands = '']) => ({
    kind,
    waitFor,
    commands,
  }));
}

/** A shell that keeps its variables from block to block, as the reader's terminal does. */
class Terminal {
  private readonly shell: ChildProcess;
  private output = '';

  constructor(cwd: string, env: NodeJS.ProcessEnv) {
    this.shell = spawn('bash', ['-e'], { cwd, env, detached: true });
    for (const stream of [this.shell.stdout, this.shell.stderr])
      stream?.on('data', (chunk: Buffer) => (this.output += chunk.toString()));
  }

  /** Runs a block to its end and returns what it printed. */
  async run(commands: string): Promise<string> {
    this.output = '';
    this.shell.stdin?.write(`${commands}\necho "<done>"\n`);
    while (!this.output.includes('<done>')) {
      if (this.shell.exitCode !== null) throw new Error(`The block failed: ${commands}\n${this.output}`);
      await pause(20);
    }
    return this.output.replace('<done>', '').trim();
  }

  /** Starts a block that serves, and waits for the line that says so. */
  async serve(commands: string, waitFor: string): Promise<void> {
    this.shell.stdin?.end(commands);
    for await (const line of createInterface({ input: this.shell.stdout as NodeJS.ReadableStream })) {
      if (line.startsWith(waitFor)) return;
    }
    throw new Error(`It did not get as far as "${waitFor}": ${this.output}`);
  }

  /** Ctrl-C. */
  async stop(): Promise<void> {
    const ended = new Promise((resolve) => this.shell.once('close', resolve));
    process.kill(-(this.shell.pid as number), 'SIGTERM');
    await ended;
  }

  get text(): string {
    return this.output;
  }
}

it('the commands of the README do what it says, in a fresh copy of the tree', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'svc-readme-'));
  const tracked = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  for (const file of tracked.trim().split('\n'))
    cpSync(join(ROOT, file), join(folder, file), { recursive: true });
  const [port, receiverPort] = [await freePort(), await freePort()];
  const readme = readFileSync(join(folder, 'README.md'), 'utf8')
    .replaceAll('8080', String(port))
    .replaceAll('9099', String(receiverPort));
  const { PATH, HOME } = process.env;
  const open = () => new Terminal(folder, { PATH, HOME, PORT: String(port) });
  const [install, password, form, receive, webhook, submit, entries, again, failing, log] =
    readBlocks(readme);

  let [host, receiver] = [open(), open()];
  const reader = open();
  await host.serve(install?.commands ?? '', 'Ready');
  await reader.run(password?.commands ?? '');
  expect(await reader.run(form?.commands ?? '')).toBe('Form 2');
  await receiver.serve(receive?.commands ?? '', 'Receiving');
  const settings = await reader.run(webhook?.commands ?? '');
  expect(JSON.parse(settings)).toMatchObject({ form_id: 2, enabled: true, has_secret: true });
  const answer = JSON.parse(await reader.run(submit?.commands ?? '')) as Record<string, unknown>;
  expect(answer).toMatchObject({ success: true, message: 'Thank you!' });
  expect(JSON.parse(await reader.run(entries?.commands ?? ''))).toMatchObject([
    { id: answer['entry_id'], fields: { name: { label: 'Name', value: 'Ada' } } },
  ]);
  while (!receiver.text.includes('200 delivery')) await pause(20);

  await host.stop();
  await receiver.stop();
  [host, receiver] = [open(), open()];
  await host.serve(again?.commands ?? '', 'Ready');
  await receiver.serve(failing?.commands ?? '', 'Receiving');
  await reader.run(submit?.commands ?? '');
  const latest = async () =>
    (JSON.parse(await reader.run(log?.commands ?? '')) as Record<string, unknown>[])[0];
  while ((await latest())?.['status'] !== 'failed') await pause(200);
  expect(await latest()).toMatchObject({ status: 'failed', attempt_count: 5 });
  expect(receiver.text.match(/^500 delivery/gm)).toHaveLength(5);

  await Promise.all([host.stop(), receiver.stop(), reader.stop()]);
  rmSync(folder, { recursive: true });
});
