import type { Context } from '../context';
import { Gatherer } from '../db/gatherer';
import { claim, type ClaimedDelivery } from './claim-store';

/** Claims by id; null for what somebody else has. */
export type Claims = Gatherer<string, ClaimedDelivery | null>;

/**
 * Claims that are asked for together are one statement with one token; each is a lease of its own all the same.
 * @param isClosed nothing is claimed any more
 */
export function createClaims(context: Context, isClosed: () => boolean): Claims {
  return new Gatherer(
    async (ids) => {
      if (isClosed()) return ids.map(() => ({ value: null }));
      const now = context.now();
      const lease = { now, until: now + context.options.leaseMs, token: context.newId() };
      const claimed = await claim(context.db, [...new Set(ids)], lease);
      await context.options.reach('after-claim');
      const mine = new Map(claimed.map((delivery) => [delivery.id, delivery]));
      return ids.map((id) => {
        const value = mine.get(id) ?? null;
        // The same id asked for twice is one attempt.
        mine.delete(id);
        return { value };
      });
    },
    { atOnce: 2, most: 200 },
  );
}
