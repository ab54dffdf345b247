import type { Context } from '../context';
import { inTransaction } from '../db/in-transaction';
import { driftOfCounts, mendCounts } from './entry-counters-store';

/**
 * Compares the kept totals of entries with the entries, and mends what is wrong: after a restored backup, a hand in the
 * database, or an older version of this plugin that ran beside this one.
 * @returns how many totals were wrong
 */
export async function checkCounters(context: Context): Promise<number> {
  return inTransaction(context.db, async (db) => {
    const drift = await driftOfCounts(db);
    if (drift.length === 0) return 0;
    context.host.logger.warn('entries.miscounted', { totals: drift.length });
    await mendCounts(db, drift);
    return drift.length;
  });
}
