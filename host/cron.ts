import { createTask, validate, type ScheduledTask } from 'node-cron';
import type { Cron, Logger } from '../lib/host';

/** The part of a plugin's cron hook that the host needs. */
export interface Hook {
  readonly name: string;
  readonly schedule: string;
  run(signal: AbortSignal): Promise<void>;
}

/** Runs hooks on their schedule with node-cron; a run that is still at work is asked again, the hook joins the two. */
export class HostCron implements Cron {
  private readonly running = new Set<Promise<void>>();
  private tasks: ScheduledTask[] = [];
  private hooks: readonly Hook[] = [];
  private abort = new AbortController();

  constructor(private readonly logger: Logger) {}

  /** @throws when a schedule is no cron expression */
  start(hooks: readonly Hook[]): void {
    const wrong = hooks.find((hook) => !validate(hook.schedule));
    if (wrong) throw new Error(`"${wrong.schedule}" is not a cron expression (DRAIN_SCHEDULE).`);
    this.abort = new AbortController();
    this.hooks = hooks;
    this.tasks = hooks.map((hook) => createTask(hook.schedule, () => this.run(hook), { name: hook.name }));
    for (const task of this.tasks) void task.start();
  }

  runSoon(name: string): void {
    const hook = this.hooks.find((one) => one.name === name);
    if (hook) setImmediate(() => this.run(hook));
  }

  /** Starts nothing more, tells what runs to end, and waits for it. */
  async stop(): Promise<void> {
    this.abort.abort();
    this.hooks = [];
    for (const task of this.tasks) await task.destroy();
    this.tasks = [];
    await Promise.all(this.running);
  }

  private run(hook: Hook): void {
    if (this.abort.signal.aborted) return;
    const run = hook
      .run(this.abort.signal)
      .catch((error) => this.logger.error('cron.failed', { hook: hook.name, error: String(error) }))
      .finally(() => this.running.delete(run));
    this.running.add(run);
  }
}
