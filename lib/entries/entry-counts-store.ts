import { DAY, startOfDay } from '../db/by-day';
import type { Database } from '../db/database';
import { countsOf } from './entry-counters-store';

export interface EntryCounts {
  entries: number;
  unread: number;
  spam: number;
  lastAt: number | null;
}

/** Entries of each of these forms; a form without any is left out. */
export async function entryCounts(db: Database, formIds: number[]): Promise<Map<number, EntryCounts>> {
  const counts = new Map<number, EntryCounts>();
  for (const { form_id, status, is_spam, by } of await countsOf(db, formIds)) {
    const before = counts.get(form_id) ?? { entries: 0, unread: 0, spam: 0, lastAt: null };
    counts.set(form_id, {
      ...before,
      entries: before.entries + (is_spam ? 0 : by),
      unread: before.unread + (!is_spam && status === 'unread' ? by : 0),
      spam: before.spam + (is_spam ? by : 0),
    });
  }
  for (const [formId, lastAt] of await lastTimes(db, [...counts.keys()])) {
    const before = counts.get(formId);
    if (before) counts.set(formId, { ...before, lastAt });
  }
  return counts;
}

/** When the newest entry of each form came, by its id: the last in the index. */
async function lastTimes(db: Database, formIds: number[]): Promise<Map<number, number>> {
  const newest = (await db
    .from('entries')
    .whereIn('form_id', formIds)
    .groupBy('form_id', 'is_spam')
    .max({ id: 'id' })) as unknown as { id: number }[];
  // Not as a part of the statement: MySQL would read every entry for it.
  const rows = (await db
    .from('entries')
    .whereIn(
      'id',
      newest.map(({ id }) => id),
    )
    .select('form_id', 'created_at')) as { form_id: number; created_at: number }[];
  const times = new Map<number, number>();
  for (const { form_id, created_at } of rows)
    times.set(Number(form_id), Math.max(times.get(Number(form_id)) ?? 0, Number(created_at)));
  return times;
}

/** Unread entries and spam of all forms. */
export async function waitingEntries(db: Database): Promise<{ unread: number; spam: number }> {
  let unread = 0;
  let spam = 0;
  for (const kind of await countsOf(db))
    if (kind.is_spam) spam += kind.by;
    else if (kind.status === 'unread') unread += kind.by;
  return { unread, spam };
}

/**
 * Entries and spam by day.
 * @param since epoch milliseconds
 * @param offset milliseconds that the reader's clock is ahead of UTC
 * @returns by the number of the day since 1970-01-01 on the reader's clock
 */
export async function entriesByDay(
  db: Database,
  since: number,
  offset: number,
): Promise<Map<number, { submissions: number; spam: number }>> {
  const day = startOfDay('created_at', offset);
  const rows = (await db
    .from('entries')
    .where('created_at', '>=', since)
    .groupByRaw(day)
    .select(db.knex.raw(`${day} AS day`), ...sums(db))) as unknown as (Sums & { day: number })[];
  return new Map(
    rows.map((row) => {
      const { entries, spam } = counted(row);
      return [Math.round(Number(row.day) / DAY), { submissions: entries, spam }] as const;
    }),
  );
}

interface Sums {
  entries: number;
  unread: number;
  spam: number;
}

function sums(db: Database) {
  const sum = (condition: string, name: string) =>
    db.knex.raw(`SUM(CASE WHEN ${condition} THEN 1 ELSE 0 END) AS ${name}`);
  return [
    sum('spam IS NULL', 'entries'),
    sum("spam IS NULL AND status = 'unread'", 'unread'),
    sum('spam IS NOT NULL', 'spam'),
  ];
}

function counted({ entries, unread, spam }: Sums): Sums {
  return { entries: Number(entries), unread: Number(unread), spam: Number(spam) };
}
