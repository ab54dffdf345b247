import type { ClaimedDelivery } from '../../lib/deliveries/claim-store';
import type { AttemptOutcome } from '../../lib/deliveries/outcome';

export const DELAYS = [300, 1800, 7200, 21_600];
export const LEASE_MS = 30_000;
/** Expiries in a row that end a delivery. */
const MAX_EXPIRIES = 3;

/** A delivery as the rules of the specification and of the design have it. */
export interface ModelDelivery {
  id: string;
  entryId: number;
  status: string;
  attempts: number;
  next: number | null;
  due: number | null;
  token: string | null;
  expiries: number;
  logged: number;
}

/** The smallest machine that keeps the promise; the real one is compared with it after every step. */
export class DeliveryModel {
  now = 0;
  paused = false;
  readonly deliveries = new Map<string, ModelDelivery>();

  born(id: string, entryId: number): void {
    const { now } = this;
    const fresh = {
      status: 'pending',
      attempts: 0,
      next: now,
      due: now,
      token: null,
      expiries: 0,
      logged: 0,
    };
    this.deliveries.set(id, { id, entryId, ...fresh });
  }

  claimable(): string[] {
    return [...this.deliveries.values()]
      .filter(({ due }) => due !== null && due <= this.now)
      .map(({ id }) => id);
  }

  claimed(id: string, token: string): void {
    const delivery = this.get(id);
    if (delivery.token !== null) delivery.expiries++;
    delivery.token = token;
    delivery.due = this.now + LEASE_MS;
  }

  /** What the end of an attempt does, for its owner and for one that lost the lease. */
  ended(held: ClaimedDelivery, outcome: AttemptOutcome, gone: boolean): void {
    const delivery = this.deliveries.get(held.id);
    if (!delivery) return;
    const owner = delivery.token === held.lease_token;
    if (held.expiry_count >= MAX_EXPIRIES) {
      if (owner) this.close(delivery, 'failed');
      return;
    }
    if (this.paused) {
      if (owner) Object.assign(delivery, { due: delivery.next, token: null, expiries: 0 });
      return;
    }
    delivery.logged++;
    if (!owner) return;
    delivery.token = null;
    delivery.expiries = 0;
    if (outcome === 'stopped') {
      delivery.due = delivery.next;
      return;
    }
    delivery.attempts++;
    if (outcome === 'succeeded') return this.close(delivery, 'succeeded');
    if (gone) this.paused = true;
    const delay = DELAYS[delivery.attempts - 1];
    if (delay === undefined) return this.close(delivery, 'failed');
    delivery.status = 'retry_scheduled';
    delivery.next = delivery.due = this.now + delay * 1000;
  }

  /** A waiting one moves; true when a finished one is to be repeated. */
  redelivered(id: string): boolean {
    const delivery = this.get(id);
    if (delivery.due === null) return true;
    if (delivery.token === null) delivery.next = delivery.due = this.now;
    return false;
  }

  deleted(entryId: number): void {
    for (const { id, entryId: of } of [...this.deliveries.values()])
      if (of === entryId) this.deliveries.delete(id);
  }

  get(id: string): ModelDelivery {
    const delivery = this.deliveries.get(id);
    if (!delivery) throw new Error(`The model has no delivery ${id}.`);
    return delivery;
  }

  private close(delivery: ModelDelivery, status: string): void {
    Object.assign(delivery, { status, next: null, due: null, token: null });
  }
}
