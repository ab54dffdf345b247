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
    if (ended.length === 1 || isUnavailable(error)) return ended.map(() => ({ error }));
    const results: Settled<boolean>[] = [];
    for (const one of ended) results.push(...(await recordAttempts(context, [one])));
    return results;
  }
}

async function recordTogether(context: Context, db: Database, ended: readonly Ended[]): Promise<boolean[]> {
  const leases = await holdLeases(db, [...new Set(ended.map(({ delivery }) => delivery.id))]);
  const isMine = ({ delivery }: Ended) => leases.get(delivery.id) === delivery.lease_token;
  const mine = ended.filter(isMine);
  await writeStates(context, db, mine);
  // Deleted with its entry meanwhile: a log row would be the only trace left.
  const logged = ended.filter(({ delivery }) => leases.has(delivery.id));
  await insertAttempts(
    db,
    logged.map((one) => logRow(one, isMine(one))),
  );
  const judged = new Set<string>();
  for (const { delivery, outcome, log } of mine) {
    // A second success of the same receiver says nothing new.
    const success = `${delivery.form_id} ${delivery.channel} ${delivery.is_test} ${log.url}`;
    if (outcome === 'succeeded' && judged.has(success)) continue;
    if (outcome === 'succeeded') judged.add(success);
    else judged.delete(success);
    await judgeHealth(context, db, delivery, outcome, log);
  }
  await context.options.reach('before-result-commit');
  return ended.map(isMine);
}

/** Successes that differ in nothing but their delivery are one statement. */
async function writeStates(context: Context, db: Database, mine: readonly Ended[]): Promise<void> {
  const now = context.now();
  const together = new Map<number, Ended[]>();
  for (const one of mine) {
    if (one.outcome !== 'succeeded') await release(db, one.delivery, one.columns);
    else
      together.set(one.columns.attempt_count ?? 0, [
        ...(together.get(one.columns.attempt_count ?? 0) ?? []),
        one,
      ]);
  }
  for (const [first, ...others] of together.values())
    if (first)
      await releaseTogether(
        db,
        [first, ...others].map(({ delivery }) => delivery.id),
        { ...first.columns, finished_at: now },
      );
}

function logRow({ delivery, log, at, retryDelay }: Ended, mine: boolean): NewAttempt {
  const row = { delivery_id: delivery.id, attempt: delivery.attempt_count + 1, at, ...log };
  if (mine) return { ...row, retry_delay: retryDelay };
  const error = `late: ${log.error ?? 'the lease had run out'}`.slice(0, 500);
  return { ...row, error, retry_delay: null };
}
