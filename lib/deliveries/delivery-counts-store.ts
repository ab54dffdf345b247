import type { Database } from '../db/database';
import { DAY, startOfDay } from '../db/by-day';

export interface DeliveryCounts {
  succeeded: number;
  failed: number;
  waiting: number;
}

/** Webhook deliveries of these forms since a time, by how they ended; tests are left out. */
export async function deliveryCounts(
  db: Database,
  formIds: number[],
  since: number,
): Promise<Map<number, DeliveryCounts>> {
  const rows = (await db
    .from('deliveries')
    .whereIn('form_id', formIds)
    .where({ channel: 'webhook', is_test: 0 })
    // Ids are in the order of creation (RFC 9562, 5.7), and so is their index.
    .where('id', '>=', firstIdOf(since))
    .groupBy('form_id', 'status')
    .select('form_id', 'status', db.knex.raw('COUNT(*) AS total'))) as unknown as Counted[];
  const counts = new Map<number, DeliveryCounts>();
  for (const { form_id, status, total } of rows) {
    const form = counts.get(Number(form_id)) ?? { succeeded: 0, failed: 0, waiting: 0 };
    if (status === 'succeeded' || status === 'failed') form[status] += Number(total);
    else if (status !== 'cancelled') form.waiting += Number(total);
    counts.set(Number(form_id), form);
  }
  return counts;
}

/**
 * Deliveries that ended, by day.
 * @param offset milliseconds that the reader's clock is ahead of UTC
 * @returns by the number of the day since 1970-01-01 on the reader's clock
 */
export async function deliveriesByDay(
  db: Database,
  since: number,
  offset: number,
): Promise<Map<number, { succeeded: number; failed: number }>> {
  const day = startOfDay('finished_at', offset);
  const rows = (await db
    .from('deliveries')
    .where('finished_at', '>=', since)
    .where('is_test', 0)
    .whereIn('status', ['succeeded', 'failed'])
    .groupByRaw(`${day}, status`)
    .select(
      'status',
      db.knex.raw(`${day} AS day`),
      db.knex.raw('COUNT(*) AS total'),
    )) as unknown as (Counted & {
    day: number;
  })[];
  const days = new Map<number, { succeeded: number; failed: number }>();
  for (const row of rows) {
    const number = Math.round(Number(row.day) / DAY);
    const counts = days.get(number) ?? { succeeded: 0, failed: 0 };
    counts[row.status as 'succeeded' | 'failed'] = Number(row.total);
    days.set(number, counts);
  }
  return days;
}

/** Deliveries that failed since a time and that no later one has repeated, or repeats now. */
export async function countOpenFailures(db: Database, since: number): Promise<number> {
  const repeated = db
    .from('deliveries')
    .whereNotNull('origin_id')
    .whereNotIn('status', ['failed', 'cancelled'])
    .select('origin_id');
  const [row] = (await db
    .from('deliveries')
    .where({ status: 'failed', is_test: 0, origin_id: null })
    .where('id', '>=', firstIdOf(since))
    .whereNotIn('id', repeated)
    .count({ total: '*' })) as { total: number }[];
  return Number(row?.total ?? 0);
}

interface Counted {
  form_id: number;
  status: string;
  total: number;
}

/** The smallest UUIDv7 of a millisecond: its first 48 bits are the time. */
function firstIdOf(ms: number): string {
  const time = Math.max(0, Math.trunc(ms)).toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-0000-0000-000000000000`;
}
