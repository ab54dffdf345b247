import { randomInt } from 'node:crypto';
import type { DeliveryRow } from '../../schema/db/tables';
import type { Context } from '../context';
import { Attempts } from './attempts';
import { dueInLane, dueLanes, type ClaimedDelivery } from './claim-store';
import { FirstAttempts } from './first-attempts';
import { markDrain } from './health-store';
import type { Seen } from './sent';
import { heldLanes } from './waiting-reason';

/** The cron hook that drains; asked to come sooner when there is more than this process remembers. */
export const DRAIN_HOOK = 'svc-forms-drain';
/** Milliseconds after which a drain that waits for slow receivers looks for work in other lanes. */
const LOOK_AGAIN = 1000;
/** Milliseconds that a drain without anything to start rests at the most, however often it is woken. */
const REST = 250;
/** Milliseconds after which a long drain notes again that it is at work. */
const MARK_AGAIN = 10_000;

/**
 * Starts attempts in this process: first ones of fresh submissions at once, everything else when the drain runs.
 * Several processes may do the same over one table.
 */
export class Dispatcher {
  private readonly attempts: Attempts;
  private readonly first: FirstAttempts;
  private draining: Promise<void> | null = null;
  private leaving = false;
  private turn = 0;
  private wake: () => void = () => undefined;

  /** @param isBusy tells that visitors wait for this process */
  constructor(
    private readonly context: Context,
    isBusy: () => boolean = () => false,
  ) {
    this.attempts = new Attempts(context, () => this.startSoon(), isBusy);
    this.first = new FirstAttempts(context, this.attempts, () => context.host.cron.runSoon(DRAIN_HOOK));
  }

  /** Leases deliveries that are about to be stored, as far as there is room. @returns the rows to store */
  lease(rows: readonly DeliveryRow[]): DeliveryRow[] {
    return this.first.lease(rows);
  }

  /** Makes the first attempt of deliveries whose transaction has just been committed. Returns at once. */
  kick(deliveries: readonly DeliveryRow[]): void {
    this.first.kick(deliveries);
  }

  /** The webhook settings of a form have changed in this process. */
  settingsChanged(formId: number): void {
    this.attempts.desk.forget(formId);
  }

  /**
   * Takes the one slot for tests of a form.
   * @returns gives it back; null when a test of the form is under way, or very many of others
   */
  takeTestSlot(formId: number): (() => void) | null {
    return this.attempts.takeTestSlot(formId);
  }

  /** Attempts a delivery that is claimed already, outside the queue, and waits for it: a test. */
  attemptNow(delivery: ClaimedDelivery, seen: Seen): Promise<void> {
    return this.attempts.now(delivery, seen);
  }

  /**
   * Attempts everything that is due, until nothing is or the signal aborts. A second call while one is at work joins
   * it. Source: design, the way of a delivery.
   */
  drain(signal: AbortSignal): Promise<void> {
    this.draining ??= this.drainLoop(signal).finally(() => (this.draining = null));
    return this.draining;
  }

  /**
   * Takes up no more of the backlog, goes on with first attempts until the last request has been answered, and then
   * waits for what is under way. What has not ended after `graceMs` is aborted and goes back to the table without cost.
   * @param answered resolves when no request is under way any more
   */
  async stop(graceMs: number, answered: Promise<unknown>): Promise<void> {
    this.leaving = true;
    const timer = setTimeout(() => this.attempts.abort(), graceMs);
    await answered;
    // A database that is away keeps nobody: the leases run out.
    await this.first.close().catch(() => undefined);
    await this.draining?.catch(() => undefined);
    await this.attempts.settled();
    clearTimeout(timer);
  }

  private startSoon(): void {
    this.first.start();
    this.wake();
  }

  private async drainLoop(signal: AbortSignal): Promise<void> {
    const { running } = this.attempts;
    // Only what ran when the last of the backlog was started: submissions that come meanwhile must not keep a drain
    // from ever ending.
    let awaited = [...running];
    let marked = -Infinity;
    while (!this.leaving && !signal.aborted) {
      if (this.context.now() - marked >= MARK_AGAIN) {
        marked = this.context.now();
        await markDrain(this.context.db, marked);
      }
      const looked = performance.now();
      const { started, blocked } = await this.startBacklog();
      if (started > 0 || blocked) awaited = [...running];
      const isBusy = this.attempts.isBusy();
      if (started > 0 && !isBusy) continue;
      // A thousand lanes that wait for slow receivers must not keep the database busy, nor one slot of a queue that
      // waits for visitors.
      const rest = isBusy ? REST : Math.min(performance.now() - looked, REST);
      awaited = awaited.filter((attempt) => running.has(attempt));
      if (awaited.length === 0) return;
      // A slot is free before its result is written.
      const freed = new Promise<void>((resolve) => (this.wake = resolve));
      await Promise.all([Promise.race([...awaited, freed, wait(LOOK_AGAIN)]), wait(rest)]);
    }
  }

  /**
   * Round robin over the lanes, beginning with another one each time.
   * @returns how many attempts were started, and whether a lane has more due than slots
   */
  private async startBacklog(): Promise<{ started: number; blocked: boolean }> {
    const { db } = this.context;
    const isHeld = await heldLanes(this.context);
    const lanes = (await dueLanes(db, this.context.now())).filter((lane) => !isHeld(lane));
    const offset = lanes.length > 0 ? this.turn++ % lanes.length : 0;
    let started = 0;
    let blocked = false;
    for (const lane of [...lanes.slice(offset), ...lanes.slice(0, offset)]) {
      const free = this.attempts.free(lane, 'backlog');
      blocked ||= free === 0;
      if (free === 0 || this.leaving) continue;
      // More than needed, mixed: two processes would otherwise reach for the same rows.
      const due = await dueInLane(db, lane, this.context.now(), free * 4);
      const mine = shuffled(due).slice(0, Math.min(free, this.attempts.free(lane, 'backlog')));
      started += (await this.attempts.claimAndBegin(lane, mine)).length;
    }
    return { started, blocked };
  }
}

function shuffled<T>(items: T[]): T[] {
  const mixed = [...items];
  for (let index = mixed.length - 1; index > 0; index--) {
    const other = randomInt(index + 1);
    [mixed[index], mixed[other]] = [mixed[other] as T, mixed[index] as T];
  }
  return mixed;
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref());
}
