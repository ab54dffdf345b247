import { DAY, startOfDay } from '../db/by-day';
import type { Database } from '../db/database';

export interface EntryCounts {
  entries: number;
  unread: number;
  spam: number;
  lastAt: number | null;
}

/** Entries of each of these forms; a form without any is left out. */
export async function entryCounts(db: Database, formIds: number[]): Promise<Map<number, EntryCounts>> {
  const rows = (await db
    .from('entries')
    .whereIn('form_id', formIds)
    .groupBy('form_id')
    .select('form_id', ...sums(db), db.knex.raw('MAX(created_at) AS last_at'))) as unknown as (Sums & {
    form_id: number;
    last_at: number;
  })[];
  return new Map(
    rows.map((row) => [Number(row.form_id), { ...counted(row), lastAt: Number(row.last_at) }] as const),
  );
}

/** Unread entries and spam of all forms. */
export async function waitingEntries(db: Database): Promise<{ unread: number; spam: number }> {
  const [unread] = (await db
    .from('entries')
    .where('status', 'unread')
    .whereNull('spam')
    .count({ total: '*' })) as {
    total: number;
  }[];
  const [spam] = (await db.from('entries').whereNotNull('spam').count({ total: '*' })) as { total: number }[];
  return { unread: Number(unread?.total ?? 0), spam: Number(spam?.total ?? 0) };
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
