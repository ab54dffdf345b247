import type { Context } from '../context';
import type { Database } from '../db/database';
import type { Settled } from '../db/gatherer';
import { inTransaction } from '../db/in-transaction';
import { isUnavailable } from '../db/is-unavailable';
import { insertAttempts, type NewAttempt } from './attempt-store';
import {
  holdLeases,
  release,
  releaseTogether,
  type ClaimedDelivery,
  type ResultColumns,
} from './claim-store';
import type { AttemptOutcome } from './outcome';
import type { Sent } from './sent';
import { judgeHealth } from './webhook-health';

/** An attempt that has ended, with the state that it leads to. */
export interface Ended {
  delivery: ClaimedDelivery;
  outcome: AttemptOutcome;
  log: Sent['log'];
  healthy: boolean;
  /** When it ended, epoch milliseconds. */
  at: number;
  columns: ResultColumns;
  retryDelay: number | null;
}

/**
 * Writes what became of attempts: log rows and new states in one transaction, each fenced by its lease. A worker that
 * lost its lease only logs its late result. What cannot be written fails alone.
 * @returns for each, in order, whether the lease was still ours
 */
export async function recordAttempts(context: Context, ended: readonly Ended[]): Promise<Settled<boolean>[]> {
  try {
    const owned = await inTransaction(context.db, (db) => recordTogether(context, db, ended));
    return owned.map((value) => ({ value }));
  } catch (error) {
    // Once more, without taking any lease for granted.
    if (error instanceof LeaseLost)
      return recordAttempts(
        context,
        ended.map((one) => ({ ...one, healthy: false })),
      );
    if (ended.length === 1 || isUnavailable(error)) return ended.map(() => ({ error }));
    const results: Settled<boolean>[] = [];
    for (const one of ended) results.push(...(await recordAttempts(context, [one])));
    return results;
  }
}

async function recordTogether(context: Context, db: Database, ended: readonly Ended[]): Promise<boolean[]> {
  if (await recordSuccesses(context, db, ended)) return ended.map(() => true);
  const leases = await holdLeases(db, [...new Set(ended.map(({ delivery }) => delivery.id))]);
  const isMine = ({ delivery }: Ended) => leases.get(delivery.id) === delivery.lease_token;
  for (const { delivery, columns } of ended.filter(isMine)) await release(db, delivery, columns);
  // Deleted with its entry meanwhile: a log row would be the only trace left.
  const logged = ended.filter(({ delivery }) => leases.has(delivery.id));
  await insertAttempts(
    db,
    logged.map((one) => logRow(one, isMine(one))),
  );
  const said = new Set<string>();
  for (const { delivery, outcome, log } of ended.filter(isMine)) {
    // A second success of the same receiver says nothing new.
    const success = `${delivery.form_id} ${delivery.channel} ${delivery.is_test} ${log.url}`;
    if (outcome === 'succeeded' && said.has(success)) continue;
    if (outcome === 'succeeded') said.add(success);
    else said.delete(success);
    await judgeHealth(context, db, delivery, outcome, log);
  }
  await context.options.reach('before-result-commit');
  return ended.map(isMine);
}

/**
 * The way of nearly all: successes of first attempts at receivers without earlier failures, whose leases are all held.
 * Two statements for any number of them.
 * @returns false when they are not like that; then nothing was written
 */
async function recordSuccesses(context: Context, db: Database, ended: readonly Ended[]): Promise<boolean> {
  const [first] = ended;
  const deliveries = ended.map(({ delivery }) => delivery);
  const alike = ended.every(
    ({ outcome, healthy, delivery }) =>
      outcome === 'succeeded' && healthy && delivery.attempt_count === first?.delivery.attempt_count,
  );
  if (!first || !alike || new Set(deliveries.map(({ id }) => id)).size < ended.length) return false;
  const written = await releaseTogether(db, deliveries, { ...first.columns, finished_at: context.now() });
  if (written < ended.length) throw new LeaseLost();
  await insertAttempts(
    db,
    ended.map((one) => logRow(one, true)),
  );
  await context.options.reach('before-result-commit');
  return true;
}

/** Ends a transaction that wrote the results of leases some of which are not held any more. */
class LeaseLost extends Error {}

function logRow({ delivery, log, at, retryDelay }: Ended, mine: boolean): NewAttempt {
  const row = { delivery_id: delivery.id, attempt: delivery.attempt_count + 1, at, ...log };
  if (mine) return { ...row, retry_delay: retryDelay };
  const error = `late: ${log.error ?? 'the lease had run out'}`.slice(0, 500);
  return { ...row, error, retry_delay: null };
}
