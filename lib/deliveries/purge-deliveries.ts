import type { Context } from '../context';
import { deleteDeliveries, finishedBefore } from './delivery-store';

const DAY = 86_400_000;
const BATCH = 500;

/**
 * Removes deliveries that finished longer ago than the retention, and their log. Each batch is committed by itself:
 * one large transaction would hold locks that every submission needs.
 * @returns how many were removed
 */
export async function purgeDeliveries(context: Context, signal: AbortSignal): Promise<number> {
  const { retentionDays } = context.options;
  if (retentionDays === 0) return 0;
  const before = context.now() - retentionDays * DAY;
  let purged = 0;
  while (!signal.aborted) {
    const ids = await finishedBefore(context.db, before, BATCH);
    if (ids.length === 0) break;
    await deleteDeliveries(context.db, ids);
    purged += ids.length;
  }
  if (purged > 0) context.host.logger.info('deliveries.purged', { purged });
  return purged;
}
