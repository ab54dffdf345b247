import type { DeliveryChannel } from '../../schema/api/delivery';
import type { Context } from '../context';
import { attemptDelivery } from './attempt-delivery';
import { channelOf, type ClaimedDelivery } from './claim-store';
import { createClaims, type Claims } from './claims';
import { DeliveryDesk } from './delivery-desk';
import type { Seen } from './sent';
import { Slots } from './slots';

/** E-mails under way that are not slow: all go to the one mail server of the host. */
const MAX_MAILS_IN_FLIGHT = 32;
/** Tests under way that are not slow; one for each form. */
const MAX_TESTS_IN_FLIGHT = 32;
/** Results that wait to be written at the most, before attempts keep their slots until theirs is. */
const MAX_UNWRITTEN = 200;

/** The attempts under way in this process, within their slots. */
export class Attempts {
  readonly desk: DeliveryDesk;
  readonly running = new Set<Promise<void>>();
  /** A pool each: a mail server that hangs must not keep webhooks waiting, nor the other way round. */
  private readonly pools: Record<DeliveryChannel, Slots>;
  private readonly tests: Slots;
  private readonly claims: Claims;
  private readonly stopping = new AbortController();
  private unwritten = 0;
  private starting = false;
  private closed = false;

  /**
   * @param freed called soon after slots may have become free
   * @param isBusy tells that visitors wait for this process
   */
  constructor(
    private readonly context: Context,
    private readonly freed: () => void,
    readonly isBusy: () => boolean,
  ) {
    this.desk = new DeliveryDesk(context);
    this.claims = createClaims(context, () => this.closed);
    const { maxInFlight, maxInFlightPerForm: perLane } = context.options;
    const pool = (total: number) =>
      new Slots({ total, perLane, reserved: Math.ceil(total / 3) }, () => this.freeSoon());
    this.pools = { webhook: pool(maxInFlight), email: pool(Math.min(maxInFlight, MAX_MAILS_IN_FLIGHT)) };
    this.tests = new Slots({ total: MAX_TESTS_IN_FLIGHT, perLane: 1, reserved: 0 }, () => undefined);
  }

  /** Free slots of a lane; while visitors wait, each lane has one, and catches up when the flood is over. */
  free(lane: number, kind: 'fresh' | 'backlog'): number {
    const pool = this.pools[channelOf(lane)];
    const free = pool.free(lane, kind);
    return this.isBusy() ? Math.min(free, Math.max(0, 1 - pool.taken(lane))) : free;
  }

  /** True for a lane whose last attempt was answered quickly. */
  isFast(lane: number): boolean {
    return this.pools[channelOf(lane)].isFast(lane);
  }

  /**
   * Takes a slot and attempts what is leased to this process.
   * @param isWanted asked first; when it is not, the slot is given back
   * @returns when the attempt has ended: a drain that waits for what is under way must see it
   */
  async begin(lane: number, delivery: ClaimedDelivery, isWanted?: () => Promise<boolean>): Promise<void> {
    const give = this.pools[channelOf(lane)].take(lane);
    try {
      await this.context.options.reach('after-claim');
      if (!isWanted || (await isWanted())) return await this.attempt(delivery, give);
    } catch (error) {
      give(false);
      throw error;
    }
    give(false);
    this.freeSoon();
  }

  /**
   * Takes slots, claims, and attempts each delivery that is now ours. The slot of one that another process got is given
   * back.
   * @returns the attempts that were begun
   */
  async claimAndBegin(lane: number, ids: string[]): Promise<Promise<void>[]> {
    const pool = this.pools[channelOf(lane)];
    const slots = ids.map(() => pool.take(lane));
    const begun: Promise<void>[] = [];
    try {
      for (const delivery of await this.claim(ids))
        begun.push(this.attempt(delivery, slots[begun.length] as (answered: boolean) => void));
    } finally {
      const unused = slots.slice(begun.length);
      unused.forEach((give) => give(false));
      if (unused.length > 0) this.freeSoon();
    }
    return begun;
  }

  /** Claims without a slot. @returns those that are now leased to this process */
  async claim(ids: string[]): Promise<ClaimedDelivery[]> {
    const answers = await Promise.all(ids.map((id) => this.claims.add(id)));
    return answers.filter((answer) => answer !== null);
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
  async now(delivery: ClaimedDelivery, seen: Seen): Promise<void> {
    const work = attemptDelivery(this.context, this.desk, delivery, this.stopping.signal, { seen });
    void this.track(work);
    await work;
  }

  /** Work that a drain and the end of this process wait for. */
  track(work: Promise<unknown>): Promise<void> {
    const logged: Promise<void> = work
      .then(() => undefined)
      .catch((error) => this.context.host.logger.error('delivery.interrupted', { error: String(error) }))
      .finally(() => this.running.delete(logged));
    this.running.add(logged);
    return logged;
  }

  /** Ends what is on its way to a receiver; it goes back to the table without cost. */
  abort(): void {
    this.stopping.abort();
  }

  /** Claims nothing any more, and waits for what is under way. */
  async settled(): Promise<void> {
    this.closed = true;
    while (this.running.size > 0) await Promise.race(this.running);
  }

  private attempt(delivery: ClaimedDelivery, give: (answered: boolean) => void): Promise<void> {
    let given = false;
    const giveOnce = (answered: boolean) => {
      if (given) return;
      given = true;
      give(answered);
      this.freeSoon();
    };
    this.unwritten++;
    const work = attemptDelivery(this.context, this.desk, delivery, this.stopping.signal, {
      // A slot is a place at the receivers, not in the database: results are written many at a time.
      answered: (outcome) =>
        this.unwritten <= MAX_UNWRITTEN && giveOnce(outcome === 'succeeded' || outcome === 'failed'),
    });
    return this.track(
      work.finally(() => {
        this.unwritten--;
        giveOnce(false);
      }),
    );
  }

  private freeSoon(): void {
    if (this.starting) return;
    this.starting = true;
    // Not at once: a claim that fails would come straight back.
    setImmediate(() => {
      this.starting = false;
      this.freed();
    });
  }
}
