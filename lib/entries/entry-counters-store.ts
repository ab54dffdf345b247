import { randomInt } from 'node:crypto';
import type { Knex } from 'knex';
import type { EntryStatus } from '../../schema/api/entry';
import type { EntryCounterRow } from '../../schema/db/tables';
import type { Database } from '../db/database';

/** Rows that share the counting of one kind of entries, so that transactions seldom wait for each other. */
const SLOTS = 8;

/** Entries that are counted together. */
export interface EntryKind {
  form_id: number;
  status: EntryStatus;
  is_spam: number;
}

/** How many more, or fewer, there are of a kind. */
export type EntryChange = EntryKind & { by: number };

/**
 * Counts entries that come, go or become others, in the transaction that changes them: then a total costs the same
 * however many entries there are. Last in the transaction, because others may wait for the same counter.
 * @param db a transaction
 */
export async function changeCounts(db: Database, changes: readonly EntryChange[]): Promise<void> {
  const slot = randomInt(SLOTS);
  const summed = new Map<string, EntryCounterRow>();
  for (const { by, ...kind } of changes) {
    const key = JSON.stringify([kind.form_id, kind.status, kind.is_spam]);
    const total = (summed.get(key)?.total ?? 0) + by;
    summed.set(key, { ...kind, slot, total });
  }
  // In one order, so that two transactions never wait for each other.
  const rows = [...summed].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, row]) => row);
  const counted = rows.filter(({ total }) => total !== 0);
  if (counted.length === 0) return;
  await db
    .from('entry_counters')
    .insert(counted)
    .onConflict(['form_id', 'status', 'is_spam', 'slot'])
    .merge({
      total: db.knex.raw(`?? + ${db.dialect.incoming('total')}`, [`${db.name('entry_counters')}.total`]),
    } as never);
}

/** Totals by kind; of all forms, or of these. */
export async function countsOf(db: Database, formIds?: readonly number[]): Promise<EntryChange[]> {
  const query = db.from('entry_counters');
  if (formIds) query.whereIn('form_id', [...formIds]);
  return summedBy(db, query, 'SUM(total)');
}

/** The kinds of these entries, which are kept as they are until the transaction ends. */
export async function kindsOf(db: Database, ids: readonly number[]): Promise<EntryChange[]> {
  const query = db.from('entries').whereIn('id', [...ids]);
  if (db.dialect.locksRows) query.forUpdate();
  return summedBy(db, query, 'COUNT(*)');
}

/** Forgets the totals of a form. */
export async function deleteCountsOfForm(db: Database, formId: number): Promise<void> {
  await db.from('entry_counters').where({ form_id: formId }).delete();
}

/**
 * Compares the totals with the entries themselves.
 * @param db a transaction: both are of one moment
 * @returns by how much the totals are wrong; adding it mends them, whatever happens meanwhile
 */
export async function driftOfCounts(db: Database): Promise<EntryChange[]> {
  const real = await summedBy(db, db.from('entries'), 'COUNT(*)');
  const kept = await countsOf(db);
  const drift = new Map<string, EntryChange>();
  const add = ({ by, ...kind }: EntryChange, sign: 1 | -1) => {
    const key = JSON.stringify([kind.form_id, kind.status, kind.is_spam]);
    drift.set(key, { ...kind, by: (drift.get(key)?.by ?? 0) + sign * by });
  };
  real.forEach((one) => add(one, 1));
  kept.forEach((one) => add(one, -1));
  return [...drift.values()].filter(({ by }) => by !== 0);
}

async function summedBy<Row extends EntryKind>(
  db: Database,
  query: Knex.QueryBuilder<Row, Row[]>,
  sum: string,
): Promise<EntryChange[]> {
  const rows = (await query
    .groupBy('form_id', 'status', 'is_spam')
    .select('form_id', 'status', 'is_spam', db.knex.raw(`${sum} AS total`))) as unknown as EntryCounterRow[];
  return rows.map(({ form_id, status, is_spam, total }) => ({
    form_id: Number(form_id),
    status,
    is_spam,
    by: Number(total),
  }));
}
