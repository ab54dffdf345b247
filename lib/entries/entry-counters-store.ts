import { randomInt } from 'node:crypto';
import type { Knex } from 'knex';
import type { EntryStatus } from '../../schema/api/entry';
import type { EntryCounterRow } from '../../schema/db/tables';
import type { Database } from '../db/database';

/** Rows that share the counting of one kind of entries, so that transactions seldom wait for each other. */
const SLOTS = 8;
/** Ids that are counted together: a deep page skips whole blocks, and at the most one block's entries. */
const BLOCK = 8192;
/** Stands for all forms. */
const ALL = 0;

/** Entries that are counted together. */
export interface EntryKind {
  form_id: number;
  status: EntryStatus;
  is_spam: number;
  first_id: number;
}

/** How many more, or fewer, there are of a kind. */
export type EntryChange = EntryKind & { by: number };

/** The first id of the block that an entry is counted in. */
export function blockOf(id: number): number {
  return id - (id % BLOCK);
}

/**
 * Counts entries that come, go or become others, in the transaction that changes them: then a total costs the same
 * however many entries there are. Late in the transaction, because others may wait for the same counter.
 * @param db a transaction
 */
export async function changeCounts(db: Database, changes: readonly EntryChange[]): Promise<void> {
  await addCounts(db, [...changes, ...changes.map((change) => ({ ...change, form_id: ALL }))]);
}

async function addCounts(db: Database, changes: readonly EntryChange[]): Promise<void> {
  const slot = randomInt(SLOTS);
  const summed = new Map<string, EntryCounterRow>();
  for (const { by, ...kind } of changes) {
    const key = keyOf(kind);
    summed.set(key, { ...kind, slot, total: (summed.get(key)?.total ?? 0) + by });
  }
  // In one order, so that two transactions never wait for each other.
  const rows = [...summed].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, row]) => row);
  const counted = rows.filter(({ total }) => total !== 0);
  const sum = db.knex.raw(`?? + ${db.dialect.incoming('total')}`, [`${db.name('entry_counters')}.total`]);
  for (let from = 0; from < counted.length; from += AT_ONCE)
    await db
      .from('entry_counters')
      .insert(counted.slice(from, from + AT_ONCE))
      .onConflict(['form_id', 'is_spam', 'status', 'first_id', 'slot'])
      .merge({ total: sum } as never);
}

const AT_ONCE = 200;

const keyOf = ({ form_id, is_spam, status, first_id }: EntryKind) =>
  JSON.stringify([form_id, is_spam, status, first_id]);

/** What blocks are asked for. */
export interface Counted {
  form_id?: number | undefined;
  status?: EntryStatus | undefined;
  is_spam?: number | undefined;
}

/** How many entries there are in each block of ids, the newest first; blocks without any are left out. */
export async function blocksOf(
  db: Database,
  { form_id = ALL, status, is_spam }: Counted,
): Promise<{ first_id: number; total: number }[]> {
  const query = db.from('entry_counters').where({ form_id });
  if (status !== undefined) query.where({ status });
  if (is_spam !== undefined) query.where({ is_spam });
  const rows = (await query
    .groupBy('first_id')
    .orderBy('first_id', 'desc')
    .select('first_id', db.knex.raw('SUM(total) AS total'))) as unknown as {
    first_id: number;
    total: number;
  }[];
  return rows.map(({ first_id, total }) => ({ first_id: Number(first_id), total: Number(total) }));
}

/**
 * Where a page begins.
 * @param offset entries that come before it
 * @returns the id that those of its block are below, and how many of them still come before it
 */
export function placeOf(
  blocks: readonly { first_id: number; total: number }[],
  offset: number,
): { below: number; offset: number } {
  let before = 0;
  for (const { first_id, total } of blocks) {
    if (before + total > offset) return { below: first_id + BLOCK, offset: offset - before };
    before += total;
  }
  return { below: 0, offset: 0 };
}

/** Totals by form and kind of these forms, or those of all forms together. */
export async function countsOf(
  db: Database,
  formIds: readonly number[] = [ALL],
): Promise<Omit<EntryChange, 'first_id'>[]> {
  const rows = (await db
    .from('entry_counters')
    .whereIn('form_id', [...formIds])
    .groupBy('form_id', 'is_spam', 'status')
    .select(
      'form_id',
      'is_spam',
      'status',
      db.knex.raw('SUM(total) AS total'),
    )) as unknown as EntryCounterRow[];
  return rows.map(({ form_id, status, is_spam, total }) => ({
    ...{ form_id: Number(form_id), status, is_spam, by: Number(total) },
  }));
}

/** The kinds of these entries, which are kept as they are until the transaction ends. */
export async function kindsOf(db: Database, ids: readonly number[]): Promise<EntryChange[]> {
  const query = db.from('entries').whereIn('id', [...ids]);
  if (db.dialect.locksRows) query.forUpdate();
  return counted(db, query);
}

/** Forgets the totals of a form. @param db a transaction */
export async function deleteCountsOfForm(db: Database, formId: number): Promise<void> {
  const gone = await kept(db, db.from('entry_counters').where({ form_id: formId }));
  await db.from('entry_counters').where({ form_id: formId }).delete();
  await addCounts(
    db,
    gone.map((change) => ({ ...change, form_id: ALL, by: -change.by })),
  );
}

/**
 * Compares the totals with the entries themselves.
 * @param db a transaction: both are of one moment
 * @returns by how much the totals are wrong
 */
export async function driftOfCounts(db: Database): Promise<EntryChange[]> {
  const real = await counted(db, db.from('entries'));
  const all = real.map((change) => ({ ...change, form_id: ALL }));
  const told = (await kept(db, db.from('entry_counters'))).map((change) => ({ ...change, by: -change.by }));
  const drift = new Map<string, EntryChange>();
  for (const { by, ...kind } of [...real, ...all, ...told])
    drift.set(keyOf(kind), { ...kind, by: (drift.get(keyOf(kind))?.by ?? 0) + by });
  return [...drift.values()].filter(({ by }) => by !== 0);
}

/** Adds what `driftOfCounts` found, which mends the totals, whatever happens meanwhile. @param db a transaction */
export function mendCounts(db: Database, drift: readonly EntryChange[]): Promise<void> {
  return addCounts(db, drift);
}

function counted<Row extends { form_id: number }>(
  db: Database,
  entries: Knex.QueryBuilder<Row, Row[]>,
): Promise<EntryChange[]> {
  const block = `id - (id % ${BLOCK})`;
  return summed(
    entries
      .groupByRaw(`form_id, is_spam, status, ${block}`)
      .select('form_id', 'is_spam', 'status', db.knex.raw(`${block} AS first_id, COUNT(*) AS total`)),
  );
}

function kept(
  db: Database,
  counters: Knex.QueryBuilder<EntryCounterRow, EntryCounterRow[]>,
): Promise<EntryChange[]> {
  return summed(
    counters
      .groupBy('form_id', 'is_spam', 'status', 'first_id')
      .select('form_id', 'is_spam', 'status', 'first_id', db.knex.raw('SUM(total) AS total')),
  );
}

async function summed(query: PromiseLike<unknown>): Promise<EntryChange[]> {
  const rows = (await query) as EntryCounterRow[];
  return rows.map(({ form_id, status, is_spam, first_id, total }) => ({
    ...{ form_id: Number(form_id), status, is_spam },
    ...{ first_id: Number(first_id), by: Number(total) },
  }));
}
