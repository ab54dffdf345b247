import type { DeliveryRow } from '../../schema/db/tables';
import type { Context } from '../context';
import type { Attempts } from './attempts';
import { channelOf, dueInLane, giveBack, type ClaimedDelivery } from './claim-store';
import { FRESH_ENOUGH } from './delivery-desk';
import { LaneQueues, type Waiting } from './lane-queues';
import { heldLanes } from './waiting-reason';

/** Leased deliveries that wait in this process, of a lane whose receiver answers quickly. */
const LEASED_PER_LANE = 32;
/** Ids of another lane that are read from the table at once. */
const READ_AT_ONCE = 8;
/** Milliseconds that a leased delivery may wait for a slot: the rest of its lease is for the attempt. */
const PATIENCE = 4000;
/** Milliseconds on top of both, for writing the result. */
const MARGIN = 2000;

type Fresh = Pick<DeliveryRow, 'id' | 'lane'> & Partial<DeliveryRow>;

/**
 * First attempts of fresh submissions, as soon as their transaction is committed. A delivery is born leased to this
 * process when there is room for it, and then needs no claim; so it belongs to nobody else until its lease runs out.
 */
export class FirstAttempts {
  private readonly queues = new LaneQueues();
  private closed = false;

  /** @param overflow called when a lane begins to have more than this process remembers */
  constructor(
    private readonly context: Context,
    private readonly attempts: Attempts,
    private readonly overflow: () => void,
  ) {}

  /**
   * Leases deliveries that are about to be stored, as far as there is room.
   * @returns the rows to store
   */
  lease(rows: readonly DeliveryRow[]): DeliveryRow[] {
    if (this.closed) return [...rows];
    const { attemptTimeoutMs } = this.context.options;
    const until = this.context.now() + attemptTimeoutMs + PATIENCE + MARGIN;
    const token = this.context.newId();
    const given = new Map<number, number>();
    return rows.map((row) => {
      const { lane } = row;
      if (lane === null || (given.get(lane) ?? 0) >= this.room(lane)) return row;
      given.set(lane, (given.get(lane) ?? 0) + 1);
      return { ...row, lease_token: token, due_at: until };
    });
  }

  /** Attempts deliveries whose transaction has just been committed. Returns at once. */
  kick(deliveries: readonly Fresh[]): void {
    const paid = this.context.host.entitlements.has('webhooks');
    for (const delivery of deliveries) {
      const { id, lane } = delivery;
      if (lane === null) continue;
      if (delivery.lease_token) this.queues.push(lane, delivery as ClaimedDelivery, performance.now());
      else if (this.closed || (!paid && channelOf(lane) === 'webhook')) continue;
      // What is read from the table later is lost with this process; another one's drain finds it sooner this way.
      else if (this.queues.add(lane, id)) this.overflow();
    }
    if (this.closed) void this.attempts.track(this.clear());
    else this.start();
  }

  /** Fills free slots. */
  start(): void {
    if (this.closed) return;
    for (const lane of this.queues.waiting()) {
      for (let free = this.attempts.free(lane, 'fresh'); free > 0; free--) {
        const waiting = this.queues.take(lane);
        if (waiting === undefined) break;
        this.begin(lane, waiting);
      }
    }
    for (const lane of this.queues.takeEmptied()) void this.attempts.track(this.refill(lane));
  }

  /** Takes up nothing more; what is leased and was not begun goes back to the table. */
  close(): Promise<void> {
    this.closed = true;
    return this.clear();
  }

  private async clear(): Promise<void> {
    await giveBack(this.context.db, this.queues.clear());
  }

  /** Deliveries of a lane that may be leased: as many as get a slot at once, more where the receiver is quick. */
  private room(lane: number): number {
    if (this.queues.overflows(lane)) return 0;
    const isQuick = this.attempts.isFast(lane) && !this.attempts.isBusy();
    return (isQuick ? LEASED_PER_LANE : this.attempts.free(lane, 'fresh')) - this.queues.size(lane);
  }

  private begin(lane: number, waiting: Waiting): void {
    if ('id' in waiting) {
      const begun = this.attempts.claimAndBegin(lane, [waiting.id]);
      // With its attempt: a drain that waits for what is under way must see it.
      return void this.attempts.track(begun.then((attempts) => Promise.all(attempts)));
    }
    const waited = performance.now() - waiting.since;
    // What has waited is looked at again: it may have been deleted, and its lease must last for an attempt.
    const isWanted =
      waited < FRESH_ENOUGH ? undefined : () => this.isStillWanted(lane, waiting.leased, waited);
    void this.attempts.track(this.attempts.begin(lane, waiting.leased, isWanted));
  }

  private async isStillWanted(lane: number, leased: ClaimedDelivery, waited: number): Promise<boolean> {
    if (waited <= PATIENCE) return this.attempts.desk.isHeld(leased);
    this.queues.markOverflow(lane);
    await giveBack(this.context.db, [leased]);
    return false;
  }

  /** Goes on with what a burst has left in the table: nobody should wait for the next drain while slots are free. */
  private async refill(lane: number): Promise<void> {
    const { db } = this.context;
    if (this.closed || (await heldLanes(this.context))(lane)) return;
    // While visitors wait, few of them get their turn soon.
    const isFast = this.attempts.isFast(lane) && !this.attempts.isBusy();
    const wanted = isFast ? LEASED_PER_LANE : READ_AT_ONCE;
    const ids = await dueInLane(db, lane, this.context.now(), wanted);
    if (isFast)
      for (const delivery of await this.attempts.claim(ids))
        this.queues.push(lane, delivery, performance.now());
    else for (const id of ids) this.queues.add(lane, id);
    if (ids.length >= wanted) this.queues.markOverflow(lane);
    if (this.closed) await this.clear();
    else this.start();
  }
}
