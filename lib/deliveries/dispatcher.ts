import { randomInt } from 'node:crypto';
import type { DeliveryRow } from '../../schema/db/tables';
import type { Context } from '../context';
import { attemptDelivery } from './attempt-delivery';
import { channelOf, claim, dueInLane, laneOf, openLanes, type ClaimedDelivery } from './claim-store';
import { Slots } from './slots';
import { pausedWebhooks } from './webhook-store';

/** Fresh deliveries remembered while no slot is free; the rest is found in the table by the drain. */
const MAX_REMEMBERED = 1000;
/** Milliseconds after which a drain that waits for slow receivers looks for work in other lanes. */
const LOOK_AGAIN = 1000;

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
    const room = MAX_REMEMBERED - this.fresh.length;
    this.fresh.push(...deliveries.slice(0, Math.max(0, room)));
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

  /** Resolves when no attempt is under way and no fresh delivery waits for a slot. */
  async idle(): Promise<void> {
    while (this.running.size > 0) await Promise.race(this.running);
  }

  /**
   * Starts nothing more and waits for what is under way; what has not ended after `graceMs` is aborted and goes back
   * to the table without cost.
   */
  async stop(graceMs: number): Promise<void> {
    this.closed = true;
    this.fresh = [];
    const timer = setTimeout(() => this.stopping.abort(), graceMs);
    await this.draining?.catch(() => undefined);
    await this.idle();
    clearTimeout(timer);
  }

  private async drainLoop(signal: AbortSignal): Promise<void> {
    while (!this.closed && !signal.aborted) {
      const started = await this.startBacklog();
      if (started > 0) continue;
      if (this.running.size === 0) return;
      await Promise.race([...this.running, wait(LOOK_AGAIN)]);
    }
    if (!this.closed) await this.idle();
  }

  /** Round robin over the lanes, beginning with another one each time. */
  private async startBacklog(): Promise<number> {
    const { db, host } = this.context;
    const paid = host.entitlements.has('webhooks');
    const paused = new Set([...(await pausedWebhooks(db)).keys()].map((formId) => laneOf(formId, 'webhook')));
    const lanes = (await openLanes(db)).filter(
      (lane) => channelOf(lane) === 'email' || (paid && !paused.has(lane)),
    );
    const offset = lanes.length > 0 ? this.turn++ % lanes.length : 0;
    const picked: string[] = [];
    for (const lane of [...lanes.slice(offset), ...lanes.slice(0, offset)]) {
      const free = this.slots.free(lane, 'backlog');
      if (free === 0) continue;
      // More than needed, mixed: two processes would otherwise reach for the same rows.
      const due = await dueInLane(db, lane, this.context.now(), free * 4);
      const mine = shuffled(due).slice(0, free);
      mine.forEach(() => this.slots.take(lane));
      picked.push(...(await this.claimAndStart(lane, mine)));
    }
    return picked.length;
  }

  private startFresh(): void {
    const waiting: Fresh[] = [];
    const paid = this.context.host.entitlements.has('webhooks');
    for (const delivery of this.fresh) {
      const lane = delivery.lane;
      if (lane === null || (!paid && channelOf(lane) === 'webhook')) continue;
      if (this.closed || this.slots.free(lane, 'fresh') === 0) {
        waiting.push(delivery);
        continue;
      }
      this.slots.take(lane);
      this.track(this.claimAndStart(lane, [delivery.id]).then(() => undefined));
    }
    this.fresh = waiting;
  }

  /** @param ids each has its slot already; the slot of one that another process got is given back */
  private async claimAndStart(lane: number, ids: string[]): Promise<string[]> {
    let claimed: ClaimedDelivery[] = [];
    try {
      const now = this.context.now();
      const lease = { now, until: now + this.context.options.leaseMs, token: this.context.newId() };
      claimed = this.closed ? [] : await claim(this.context.db, ids, lease);
      await this.context.options.reach('after-claim');
    } finally {
      for (let unused = ids.length - claimed.length; unused > 0; unused--) this.slots.give(lane);
    }
    for (const delivery of claimed) this.track(this.attempt(delivery, lane));
    return claimed.map((delivery) => delivery.id);
  }

  private async attempt(delivery: ClaimedDelivery, lane: number): Promise<void> {
    try {
      await attemptDelivery(this.context, delivery, this.stopping.signal);
    } finally {
      this.slots.give(lane);
      this.startFresh();
    }
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
