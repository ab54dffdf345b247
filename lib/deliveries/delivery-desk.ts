import type { Context } from '../context';
import { Gatherer } from '../db/gatherer';
import { recordAttempts, type Ended } from './record-attempts';
import type { Webhook } from './webhook';
import { findWebhooks } from './webhook-store';

/** What the attempts of this process share: questions for settings, and transactions for results. */
export class DeliveryDesk {
  private readonly settings: Gatherer<number, Webhook>;
  private readonly results: Gatherer<Ended, boolean>;

  constructor(context: Context) {
    this.settings = new Gatherer(
      async (formIds) => {
        const found = await findWebhooks(context.db, [...new Set(formIds)]);
        return formIds.map((id) => ({ value: found.get(id) as Webhook }));
      },
      { atOnce: 2, most: 500 },
    );
    this.results = new Gatherer((ended) => recordAttempts(context, ended), {
      atOnce: context.db.dialect.transactionsAtOnce,
      most: 100,
    });
  }

  /** The webhook settings of a form, as they are now. */
  webhook(formId: number): Promise<Webhook> {
    return this.settings.add(formId);
  }

  /** Writes what became of an attempt, together with others. @returns false when the lease was lost meanwhile */
  record(ended: Ended): Promise<boolean> {
    return this.results.add(ended);
  }
}
