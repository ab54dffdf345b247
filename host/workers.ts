import cluster from 'node:cluster';

/** Milliseconds before a worker that died is replaced: one that dies at once must not keep the machine busy. */
const REPLACE_AFTER = 1000;

/** What a worker tells its primary once it serves: the lines that an operator reads. */
interface Ready {
  ready: string[];
}

/** True in a process that serves; the primary of several only watches. */
export function isServing(workers: number): boolean {
  return workers === 1 || cluster.isWorker;
}

/** Says that this process serves: to the operator, or to its primary. */
export function announce(lines: string[]): void {
  if (cluster.isWorker) process.send?.({ ready: lines } satisfies Ready);
  else process.stdout.write(`${lines.join('\n')}\n`);
}

/**
 * Keeps this many workers on one port. The first one starts alone, because it prepares the database; one that dies is
 * replaced; SIGTERM and SIGINT end them all, each as cleanly as a host alone.
 * @returns the exit code, when all have ended
 */
export async function runWorkers(count: number): Promise<number> {
  // Workers take connections from the one socket themselves. Handed out by the primary, one on its way to a worker that
  // dies would stay open with nobody behind it, and its visitor would wait for ever.
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  const workers = new Workers();
  process.on('SIGTERM', () => workers.stop());
  process.on('SIGINT', () => workers.stop());
  const first = await workers.fork();
  const others = await Promise.all(Array.from({ length: first ? count - 1 : 0 }, () => workers.fork()));
  // What keeps a worker from starting, it has said itself.
  if (!first || others.includes(null)) workers.stop(1);
  else process.stdout.write(`${first.join('\n')}\n`);
  return workers.ended;
}

class Workers {
  readonly ended: Promise<number>;
  private end: (code: number) => void = () => undefined;
  private stopping = false;
  private code = 0;
  private alive = 0;

  constructor() {
    this.ended = new Promise((resolve) => (this.end = resolve));
  }

  /** @returns what it announced; null when it ended before */
  fork(): Promise<string[] | null> {
    const worker = cluster.fork();
    this.alive++;
    return new Promise((resolve) => {
      let serves = false;
      worker.once('message', ({ ready }: Ready) => {
        serves = true;
        resolve(ready);
        // The signal to end may have come before it could be heard.
        if (this.stopping) worker.process.kill('SIGTERM');
      });
      worker.once('exit', (code: number | null) => {
        this.alive--;
        resolve(null);
        if (serves && !this.stopping) setTimeout(() => this.stopping || void this.fork(), REPLACE_AFTER);
        else this.settle(code ?? 1);
      });
    });
  }

  /** @param code that of the primary, if it is not what the workers say */
  stop(code = 0): void {
    this.stopping = true;
    this.settle(code);
    for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill('SIGTERM');
  }

  private settle(code: number): void {
    this.code = Math.max(this.code, code);
    if (this.stopping && this.alive === 0) this.end(this.code);
  }
}
