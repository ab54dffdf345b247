import { randomInt } from 'node:crypto';
import type { DeliveryRow } from '../../schema/db/tables';
import type { Context } from '../context';
import { attemptDelivery } from './attempt-delivery';
import { channelOf, claim, dueInLane, laneOf, openLanes, type ClaimedDelivery } from './claim-store';
import { Slots } from './slots';
import { pausedWebhooks } from './webhook-store';

/** The cron hook that drains; asked to come sooner when there is more than this process remembers. */
export const DRAIN_HOOK = 'svc-forms-drain';
/** Fresh deliveries remembered while no slot is free; the rest is found in the table by the drain. */
const MAX_REMEMBERED = 1000;
/** Milliseconds after which a drain that waits for slow receivers looks for work in other lanes. */
const LOOK_AGAIN = 1000;

/** Milliseconds of an attempt after which its lane counts as slow: an error that comes at once keeps nobody waiting. */
const SLOW = 1000;

type Fresh = Pick<DeliveryRow, 'id' | 'lane'>;

/**
 * Starts attempts in this process: first ones of fresh submissions at once, everything else when the drain runs.
 * Several processes may do the same over one table.
 */
export class Dispatcher {
  private readonly slots: Slots;
  private readonly stopping = new AbortController();
  private readonly running = new Set<Promise<void>>();
  private fresh: Fresh[] = [];
  private draining: Promise<void> | null = null;
  private leaving = false;
  private closed = false;
  private turn = 0;

  constructor(private readonly context: Context) {
    const { maxInFlight, maxInFlightPerForm } = context.options;
    const reserved = Math.ceil(maxInFlight / 3);
    this.slots = new Slots({ total: maxInFlight, perLane: maxInFlightPerForm, reserved });
  }

  /** Makes the first attempt of deliveries whose transaction has just been committed. Returns at once. */
  kick(deliveries: readonly Fresh[]): void {
    if (this.closed) return;
    const room = Math.max(0, MAX_REMEMBERED - this.fresh.length);
    this.fresh.push(...deliveries.slice(0, room));
    if (deliveries.length > room) this.context.host.cron.runSoon(DRAIN_HOOK);
    this.startFresh();
  }

  /**
   * Attempts everything that is due, until nothing is or the signal aborts. A second call while one is at work joins
   * it. Source: design, the way of a delivery.
   */
  drain(signal: AbortSignal): Promise<void> {
    this.draining ??= this.drainLoop(signal).finally(() => (this.draining = null));
    return this.draining;
  }

  /** Attempts a delivery that is claimed already, outside the queue, and waits for it: a test. */
  async attemptNow(delivery: ClaimedDelivery): Promise<void> {
    const work = attemptDelivery(this.context, delivery, this.stopping.signal).then(() => undefined);
    this.track(work);
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
    this.fresh = [];
    await this.draining?.catch(() => undefined);
    while (this.running.size > 0) await Promise.race(this.running);
    clearTimeout(timer);
  }

  private async drainLoop(signal: AbortSignal): Promise<void> {
    // Only what ran when the last of the backlog was started: submissions that come meanwhile must not keep a drain
    // from ever ending.
    let awaited = [...this.running];
    while (!this.leaving && !signal.aborted) {
      if ((await this.startBacklog()) > 0) {
        awaited = [...this.running];
        continue;
      }
      awaited = awaited.filter((attempt) => this.running.has(attempt));
      if (awaited.length === 0) return;
      await Promise.race([...awaited, wait(LOOK_AGAIN)]);
    }
  }

  /** Round robin over the lanes, beginning with another one each time. @returns how many attempts were started */
  private async startBacklog(): Promise<number> {
    const { db, host } = this.context;
    const paid = host.entitlements.has('webhooks');
    const paused = new Set([...(await pausedWebhooks(db)).keys()].map((formId) => laneOf(formId, 'webhook')));
    const lanes = (await openLanes(db)).filter(
      (lane) => channelOf(lane) === 'email' || (paid && !paused.has(lane)),
    );
    const offset = lanes.length > 0 ? this.turn++ % lanes.length : 0;
    let started = 0;
    for (const lane of [...lanes.slice(offset), ...lanes.slice(0, offset)]) {
      const free = this.slots.free(lane, 'backlog');
      if (free === 0) continue;
      // More than needed, mixed: two processes would otherwise reach for the same rows.
      const due = await dueInLane(db, lane, this.context.now(), free * 4);
      const mine = shuffled(due).slice(0, Math.min(free, this.slots.free(lane, 'backlog')));
      mine.forEach(() => this.slots.take(lane));
      const claimed = await this.claim(lane, mine);
      for (const delivery of claimed) this.track(this.attempt(delivery, lane));
      started += claimed.length;
    }
    return started;
  }

  private startFresh(): void {
    const paid = this.context.host.entitlements.has('webhooks');
    const waiting: Fresh[] = [];
    for (const delivery of this.fresh) {
      const { lane } = delivery;
      if (lane === null || (!paid && channelOf(lane) === 'webhook')) continue;
      if (this.slots.free(lane, 'fresh') === 0) {
        waiting.push(delivery);
        continue;
      }
      this.slots.take(lane);
      this.track(this.claimAndAttempt(delivery.id, lane));
    }
    this.fresh = waiting;
  }

  private async claimAndAttempt(id: string, lane: number): Promise<void> {
    for (const delivery of await this.claim(lane, [id])) await this.attempt(delivery, lane);
  }

  /** @param ids each has its slot already; the slot of one that another process got is given back */
  private async claim(lane: number, ids: string[]): Promise<ClaimedDelivery[]> {
    let claimed: ClaimedDelivery[] = [];
    try {
      const now = this.context.now();
      const lease = { now, until: now + this.context.options.leaseMs, token: this.context.newId() };
      claimed = this.closed ? [] : await claim(this.context.db, ids, lease);
      await this.context.options.reach('after-claim');
      return claimed;
    } finally {
      this.giveBack(lane, ids.length - claimed.length);
    }
  }

  private async attempt(delivery: ClaimedDelivery, lane: number): Promise<void> {
    try {
      const started = performance.now();
      await attemptDelivery(this.context, delivery, this.stopping.signal);
      this.slots.note(lane, performance.now() - started > SLOW);
    } finally {
      this.giveBack(lane, 1);
    }
  }

  private giveBack(lane: number, slots: number): void {
    if (slots === 0) return;
    for (let slot = 0; slot < slots; slot++) this.slots.give(lane);
    // Whoever waits for a slot is woken here and nowhere else. Not at once: a claim that fails would come straight back.
    if (this.fresh.length > 0) setImmediate(() => this.startFresh());
  }

  private track(work: Promise<void>): void {
    const logged = work
      .catch((error) => this.context.host.logger.error('delivery.interrupted', { error: String(error) }))
      .finally(() => this.running.delete(logged));
    this.running.add(logged);
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
