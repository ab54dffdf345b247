import { randomInt } from 'node:crypto';
import type { DeliveryRow } from '../../schema/db/tables';
import type { Context } from '../context';
import type { DeliveryChannel } from '../../schema/api/delivery';
import { attemptDelivery } from './attempt-delivery';
import { channelOf, dueInLane, dueLanes, type ClaimedDelivery } from './claim-store';
import { DeliveryDesk } from './delivery-desk';
import { createClaims, type Claims } from './claims';
import { markDrain } from './health-store';
import { FirstAttempts } from './first-attempts';
import type { Seen } from './sent';
import { Slots } from './slots';
import type { AttemptOutcome } from './outcome';
import { heldLanes } from './waiting-reason';

/** The cron hook that drains; asked to come sooner when there is more than this process remembers. */
export const DRAIN_HOOK = 'svc-forms-drain';
/** Milliseconds after which a drain that waits for slow receivers looks for work in other lanes. */
const LOOK_AGAIN = 1000;
/** Milliseconds that a drain without anything to start rests at the most, however often it is woken. */
const REST = 250;
/** Milliseconds after which a long drain notes again that it is at work. */
const MARK_AGAIN = 10_000;
/** E-mails under way that are not slow: all go to the one mail server of the host. */
const MAX_MAILS_IN_FLIGHT = 32;
/** Tests under way that are not slow; one for each form. */
const MAX_TESTS_IN_FLIGHT = 32;

type Fresh = Pick<DeliveryRow, 'id' | 'lane'>;

/**
 * Starts attempts in this process: first ones of fresh submissions at once, everything else when the drain runs.
 * Several processes may do the same over one table.
 */
export class Dispatcher {
  /** A pool each: a mail server that hangs must not keep webhooks waiting, nor the other way round. */
  private readonly pools: Record<DeliveryChannel, Slots>;
  private readonly tests = new Slots(
    { total: MAX_TESTS_IN_FLIGHT, perLane: 1, reserved: 0 },
    () => undefined,
  );
  private readonly first = new FirstAttempts();
  private readonly claims: Claims;
  private readonly desk: DeliveryDesk;
  private readonly stopping = new AbortController();
  private readonly running = new Set<Promise<void>>();
  private draining: Promise<void> | null = null;
  private leaving = false;
  private closed = false;
  private turn = 0;
  private starting = false;

  constructor(private readonly context: Context) {
    this.desk = new DeliveryDesk(context);
    this.claims = createClaims(context, () => this.closed);
    const { maxInFlight, maxInFlightPerForm: perLane } = context.options;
    const pool = (total: number) =>
      new Slots({ total, perLane, reserved: Math.ceil(total / 3) }, () => this.startSoon());
    this.pools = { webhook: pool(maxInFlight), email: pool(Math.min(maxInFlight, MAX_MAILS_IN_FLIGHT)) };
  }

  /** Makes the first attempt of deliveries whose transaction has just been committed. Returns at once. */
  kick(deliveries: readonly Fresh[]): void {
    if (this.closed) return;
    const paid = this.context.host.entitlements.has('webhooks');
    for (const { id, lane } of deliveries) {
      if (lane === null || (!paid && channelOf(lane) === 'webhook')) continue;
      // What is read from the table later is lost with this process; the drain of another one finds it sooner this way.
      if (this.first.add(lane, id)) this.context.host.cron.runSoon(DRAIN_HOOK);
    }
    this.startFirst();
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
   * Takes the one slot for tests of a form.
   * @returns gives it back; null when a test of the form is under way, or very many of others
   */
  takeTestSlot(formId: number): (() => void) | null {
    if (this.tests.free(formId, 'fresh') === 0) return null;
    const give = this.tests.take(formId);
    return () => give(true);
  }

  /** Attempts a delivery that is claimed already, outside the queue, and waits for it: a test. */
  async attemptNow(delivery: ClaimedDelivery, seen: Seen): Promise<void> {
    const work = attemptDelivery(this.context, this.desk, delivery, this.stopping.signal, seen);
    void this.track(work);
    await work;
  }

  /**
   * Takes up no more of the backlog, goes on with first attempts until the last request has been answered, and then
   * waits for what is under way. What has not ended after `graceMs` is aborted and goes back to the table without cost.
   * @param answered resolves when no request is under way any more
   */
  async stop(graceMs: number, answered: Promise<unknown>): Promise<void> {
    this.leaving = true;
    const timer = setTimeout(() => this.stopping.abort(), graceMs);
    await answered;
    this.closed = true;
    this.first.clear();
    await this.draining?.catch(() => undefined);
    while (this.running.size > 0) await Promise.race(this.running);
    clearTimeout(timer);
  }

  private async drainLoop(signal: AbortSignal): Promise<void> {
    // Only what ran when the last of the backlog was started: submissions that come meanwhile must not keep a drain
    // from ever ending.
    let awaited = [...this.running];
    let marked = -Infinity;
    while (!this.leaving && !signal.aborted) {
      if (this.context.now() - marked >= MARK_AGAIN) {
        marked = this.context.now();
        await markDrain(this.context.db, marked);
      }
      const looked = performance.now();
      const { started, blocked } = await this.startBacklog();
      if (started > 0 || blocked) awaited = [...this.running];
      if (started > 0) continue;
      // A thousand lanes that wait for slow receivers must not keep the database busy.
      const rest = Math.min(performance.now() - looked, REST);
      awaited = awaited.filter((attempt) => this.running.has(attempt));
      if (awaited.length === 0) return;
      await Promise.all([Promise.race([...awaited, wait(LOOK_AGAIN)]), wait(rest)]);
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
      const pool = this.pools[channelOf(lane)];
      const free = pool.free(lane, 'backlog');
      blocked ||= free === 0;
      if (free === 0 || this.leaving) continue;
      // More than needed, mixed: two processes would otherwise reach for the same rows.
      const due = await dueInLane(db, lane, this.context.now(), free * 4);
      const mine = shuffled(due).slice(0, Math.min(free, pool.free(lane, 'backlog')));
      started += (await this.start(lane, mine)).length;
    }
    return { started, blocked };
  }

  private startSoon(): void {
    if (this.starting) return;
    this.starting = true;
    // Not at once: a claim that fails would come straight back.
    setImmediate(() => {
      this.starting = false;
      this.startFirst();
    });
  }

  private startFirst(): void {
    for (const lane of this.first.waiting()) {
      for (let free = this.pools[channelOf(lane)].free(lane, 'fresh'); free > 0; free--) {
        const id = this.first.take(lane);
        if (id === undefined) break;
        // With its attempt: a drain that waits for what is under way must see it.
        void this.track(this.start(lane, [id]).then((attempts) => Promise.all(attempts)));
      }
    }
    for (const lane of this.first.takeEmptied()) void this.track(this.refill(lane));
  }

  /** Goes on with what a burst has left in the table: nobody should wait for the next drain while slots are free. */
  private async refill(lane: number): Promise<void> {
    const { db } = this.context;
    if (this.closed || (await heldLanes(this.context))(lane)) return;
    this.first.fill(lane, await dueInLane(db, lane, this.context.now(), this.first.batch));
    this.startFirst();
  }

  /**
   * Takes slots, claims, and starts an attempt of each delivery that is now ours. The slot of one that another process
   * got is given back.
   * @returns the attempts that were started
   */
  private async start(lane: number, ids: string[]): Promise<Promise<void>[]> {
    const pool = this.pools[channelOf(lane)];
    const slots = ids.map(() => pool.take(lane));
    const attempts: Promise<void>[] = [];
    try {
      const answers = await Promise.all(ids.map((id) => this.claims.add(id)));
      for (const delivery of answers.filter((answer) => answer !== null)) {
        const give = slots[attempts.length] as (answered: boolean) => void;
        attempts.push(this.track(this.attempt(delivery, give)));
      }
    } finally {
      const unused = slots.slice(attempts.length);
      unused.forEach((give) => give(false));
      if (unused.length > 0) this.startSoon();
    }
    return attempts;
  }

  private async attempt(delivery: ClaimedDelivery, give: (answered: boolean) => void): Promise<void> {
    let outcome: AttemptOutcome | null = null;
    try {
      outcome = await attemptDelivery(this.context, this.desk, delivery, this.stopping.signal);
    } finally {
      give(outcome === 'succeeded' || outcome === 'failed');
      this.startSoon();
    }
  }

  private track(work: Promise<unknown>): Promise<void> {
    const logged: Promise<void> = work
      .then(() => undefined)
      .catch((error) => this.context.host.logger.error('delivery.interrupted', { error: String(error) }))
      .finally(() => this.running.delete(logged));
    this.running.add(logged);
    return logged;
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
