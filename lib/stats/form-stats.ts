import type { FormStats } from '../../schema/api/stats';
import { toTimestampOrNull } from '../../schema/api/timestamp';
import type { Context } from '../context';
import { deliveryCounts } from '../deliveries/delivery-counts-store';
import { entryCounts } from '../entries/entry-counts-store';

const DELIVERY_DAYS = 30;
const DAY = 86_400_000;

/** What a form without any entries has. */
const NONE = { entries: 0, unread: 0, spam: 0, lastAt: null };

/**
 * Counts entries and recent deliveries of these forms, with one statement each.
 * @returns a function from form id to its counts
 */
export async function formStats(
  { db, now }: Context,
  formIds: number[],
): Promise<(formId: number) => FormStats> {
  const entries = await entryCounts(db, formIds);
  const deliveries = await deliveryCounts(db, formIds, now() - DELIVERY_DAYS * DAY);
  return (formId) => {
    const { lastAt, ...counts } = entries.get(formId) ?? NONE;
    return {
      ...counts,
      last_submission_at: toTimestampOrNull(lastAt),
      deliveries: deliveries.get(formId) ?? { succeeded: 0, failed: 0, waiting: 0 },
    };
  };
}
