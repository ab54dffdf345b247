import type { Context } from '../context';
import { Gatherer } from '../db/gatherer';
import { leaseTokens, type ClaimedDelivery } from './claim-store';
import { recordAttempts, type Ended } from './record-attempts';
import type { Webhook } from './webhook';
import { findWebhooks } from './webhook-store';

/**
 * Milliseconds for which what was read of settings and leases is taken to be so. An attempt takes longer than that to
 * reach its receiver; what this process changes itself, it sees at once.
 */
export const FRESH_ENOUGH = 250;

/** Milliseconds for which a result waits for others. */
const LINGER = 10;

/** What the attempts of this process share: questions for settings, and transactions for results. */
export class DeliveryDesk {
  private readonly settings: Gatherer<number, Webhook>;
  private readonly known = new Map<number, { webhook: Webhook; readAt: number }>();
  private changes = 0;
  private readonly leases: Gatherer<ClaimedDelivery, boolean>;
  private readonly results: Gatherer<Ended, boolean>;

  constructor(context: Context) {
    const { db } = context;
    this.settings = new Gatherer(
      async (formIds) => {
        const readAt = performance.now();
        const { changes } = this;
        const found = await findWebhooks(db, [...new Set(formIds)]);
        if (this.known.size > 1000) this.known.clear();
        // Read while somebody changed them: good for who asked before, not to be remembered.
        if (changes === this.changes)
          for (const [id, webhook] of found) this.known.set(id, { webhook, readAt });
        return formIds.map((id) => ({ value: found.get(id) as Webhook }));
      },
      { atOnce: 2, most: 500 },
    );
    this.leases = new Gatherer(
      async (leased) => {
        const tokens = await leaseTokens(
          db,
          leased.map(({ id }) => id),
        );
        return leased.map(({ id, lease_token }) => ({ value: tokens.get(id) === lease_token }));
      },
      { atOnce: 1, most: 200 },
    );
    this.results = new Gatherer((ended) => recordAttempts(context, ended), {
      atOnce: 1,
      most: 100,
      // The receiver has its delivery: what is told of it may wait for others, and each transaction has its price.
      linger: LINGER,
    });
  }

  /** The webhook settings of a form, as they are now. */
  webhook(formId: number): Promise<Webhook> {
    const known = this.known.get(formId);
    if (known && performance.now() - known.readAt < FRESH_ENOUGH) return Promise.resolve(known.webhook);
    return this.settings.add(formId);
  }

  /** The settings have changed: they are read again for the next attempt. */
  forget(formId: number): void {
    this.changes++;
    this.known.delete(formId);
  }

  /** True while the delivery is there and leased to this process. */
  isHeld(leased: ClaimedDelivery): Promise<boolean> {
    return this.leases.add(leased);
  }

  /** Writes what became of an attempt, together with others. @returns false when the lease was lost meanwhile */
  record(ended: Ended): Promise<boolean> {
    return this.results.add(ended).finally(() => {
      // A failure may pause the webhook, and a success ends a row of failures.
      if (ended.outcome !== 'succeeded' || !ended.healthy) this.forget(Number(ended.delivery.form_id));
    });
  }
}
