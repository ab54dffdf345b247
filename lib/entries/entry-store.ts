import type { EntryFields, EntryStatus, FieldValue } from '../../schema/api/entry';
import type { Page } from '../../schema/api/page';
import type { EntryRow } from '../../schema/db/tables';
import type { Database } from '../db/database';
import { insertRows } from '../db/insert-rows';
import { pageOf, wherePeriod, whereSearch, type Kept, type ListQuery } from '../db/list';
import type { Entry } from './entry';
import {
  blockOf,
  blocksOf,
  changeCounts,
  deleteCountsOfForm,
  kindsOf,
  placeOf,
  type EntryChange,
  type EntryKind,
} from './entry-counters-store';

export interface EntryFilter {
  form_id?: number;
  status?: EntryStatus;
  spam?: 'exclude' | 'only' | 'include';
  search?: string;
  after?: number;
  before?: number;
}

/** An entry before it has an id, with the hash of its idempotency key. */
export interface NewEntry {
  entry: Omit<Entry, 'id'>;
  hash: string | null;
}

/**
 * Stores new entries with one statement.
 * @param step distance between ids, from `dialect.idStep`
 * @returns their ids, in order. @throws a duplicate when a form has an entry with the same idempotency hash
 */
export async function insertEntries(
  db: Database,
  entries: readonly NewEntry[],
  step: number,
): Promise<number[]> {
  const rows = entries.map(toRow);
  const first = await insertRows(db, 'entries', rows);
  await changeCounts(
    db,
    rows.map(({ form_id, status, is_spam }, index) => {
      const first_id = blockOf(first + index * step);
      return { form_id, status, is_spam, first_id, by: 1 };
    }),
  );
  return entries.map((_, index) => first + index * step);
}

function toRow({ entry, hash }: NewEntry): Omit<EntryRow, 'id'> {
  return {
    form_id: entry.formId,
    status: entry.status,
    fields: JSON.stringify(entry.fields),
    search_text: searchText(entry.fields),
    ip_address: entry.ipAddress,
    user_agent: entry.userAgent,
    page_url: entry.pageUrl,
    spam: entry.spam,
    is_spam: entry.spam === null ? 0 : 1,
    idempotency_hash: hash,
    created_at: entry.createdAt,
  };
}

/** The entry; null when there is none with this id. */
export async function findEntry(db: Database, id: number): Promise<Entry | null> {
  const row = (await db.from('entries').where({ id }).first()) as EntryRow | undefined;
  return row ? fromRow(row) : null;
}

/** The entries that earlier submissions with these idempotency keys stored, in order; null where there was none. */
export async function findEntriesByKey(
  db: Database,
  wanted: readonly { formId: number; hash: string }[],
): Promise<(number | null)[]> {
  const rows = (await db
    .from('entries')
    .whereIn('form_id', [...new Set(wanted.map(({ formId }) => formId))])
    .whereIn('idempotency_hash', [...new Set(wanted.map(({ hash }) => hash))])
    .select('id', 'form_id', 'idempotency_hash')) as Pick<EntryRow, 'id' | 'form_id' | 'idempotency_hash'>[];
  const ids = new Map(rows.map((row) => [`${row.form_id} ${row.idempotency_hash}`, Number(row.id)] as const));
  return wanted.map(({ formId, hash }) => ids.get(`${formId} ${hash}`) ?? null);
}

/** One page of entries, newest first. */
export async function listEntries(db: Database, query: EntryFilter & ListQuery): Promise<Page<Entry>> {
  const name = db.name('entries');
  const { items, total } = await pageOf<EntryRow>(
    db.knex,
    name,
    filtered(db, query),
    query,
    isCounted(query) ? () => keptPlaces(db, query) : undefined,
  );
  return { items: items.map(fromRow), total };
}

/** The filters that totals are kept for. */
function isCounted({ search, after, before }: EntryFilter): boolean {
  return !search?.trim() && after === undefined && before === undefined;
}

async function keptPlaces(db: Database, { form_id, status, spam }: EntryFilter): Promise<Kept> {
  const is_spam = spam === 'exclude' ? 0 : spam === 'only' ? 1 : undefined;
  const blocks = await blocksOf(db, { form_id, status, is_spam });
  const total = blocks.reduce((sum, block) => sum + block.total, 0);
  return { total, placeOf: (offset) => placeOf(blocks, offset) };
}

/** Up to `limit` entries with ids below `below`, newest first: one step of a walk over any number of them. */
export async function entriesBelow(
  db: Database,
  filter: EntryFilter,
  below: number,
  limit: number,
): Promise<Entry[]> {
  const rows = await filtered(db, filter).where('id', '<', below).orderBy('id', 'desc').limit(limit);
  return (rows as EntryRow[]).map(fromRow);
}

/** The ids of the same walk. */
export async function entryIdsBelow(
  db: Database,
  filter: EntryFilter,
  below: number,
  limit: number,
): Promise<number[]> {
  const found = filtered(db, filter).where('id', '<', below).orderBy('id', 'desc').limit(limit);
  return ((await found.pluck('id')) as number[]).map(Number);
}

/** The ids beside this one among the entries of a filter; null at either end. */
export async function adjacentEntries(
  db: Database,
  filter: EntryFilter,
  id: number,
): Promise<{ newer: number | null; older: number | null }> {
  const beside = async (sign: '<' | '>') => {
    const order = sign === '<' ? 'desc' : 'asc';
    const row = (await filtered(db, filter).where('id', sign, id).orderBy('id', order).first('id')) as
      { id: number } | undefined;
    return row ? Number(row.id) : null;
  };
  return { newer: await beside('>'), older: await beside('<') };
}

/** Which of these ids exist. */
export async function existingEntryIds(db: Database, ids: number[]): Promise<number[]> {
  const found = (await db.from('entries').whereIn('id', ids).pluck('id')) as number[];
  return found.map(Number);
}

/** Sets the status of these entries. @param db a transaction */
export async function setEntryStatus(db: Database, ids: number[], status: EntryStatus): Promise<void> {
  const kinds = (await kindsOf(db, ids)).filter((kind) => kind.status !== status);
  await db.from('entries').whereIn('id', ids).update({ status });
  await changeCounts(db, kinds.flatMap(becoming({ status })));
}

/**
 * Sets or clears the spam mark.
 * @param db a transaction
 * @returns false when it was so already, or there is no such entry
 */
export async function setSpam(db: Database, id: number, spam: string | null): Promise<boolean> {
  const is_spam = spam === null ? 0 : 1;
  const kinds = (await kindsOf(db, [id])).filter((kind) => kind.is_spam !== is_spam);
  if (kinds.length === 0) return false;
  await db.from('entries').where({ id }).update({ spam, is_spam });
  await changeCounts(db, kinds.flatMap(becoming({ is_spam })));
  return true;
}

/** Takes entries from one kind and adds them to another. */
const becoming = (other: Partial<EntryKind>) => (change: EntryChange) => [
  { ...change, by: -change.by },
  { ...change, ...other },
];

/** Removes the entries' own rows. @param db a transaction */
export async function deleteEntryRows(db: Database, ids: number[]): Promise<void> {
  const kinds = await kindsOf(db, ids);
  await db.from('entries').whereIn('id', ids).delete();
  await changeCounts(
    db,
    kinds.map((kind) => ({ ...kind, by: -kind.by })),
  );
}

/** Removes every entry of a form. @param db a transaction */
export async function deleteEntriesOfForm(db: Database, formId: number): Promise<void> {
  await db.from('entries').where({ form_id: formId }).delete();
  await deleteCountsOfForm(db, formId);
}

function filtered(db: Database, filter: EntryFilter) {
  const name = db.name('entries');
  const index = indexOf(filter);
  const query = (index
    ? db.knex(db.dialect.byIndex(db.knex, name, `${name}_${index}`) as never)
    : db.from('entries')) as unknown as ReturnType<typeof db.from<'entries'>>;
  if (filter.form_id !== undefined) query.where('form_id', filter.form_id);
  if (filter.status) query.where('status', filter.status);
  if (filter.spam === 'exclude') query.where('is_spam', 0);
  if (filter.spam === 'only') query.where('is_spam', 1);
  whereSearch(query, filter.search);
  wherePeriod(query, filter);
  return query;
}

/** The index in whose order the entries of a filter lie; null where the database had better choose: by time. */
function indexOf({ form_id, status, spam, after, before }: EntryFilter): string | null {
  if (after !== undefined || before !== undefined) return null;
  if (spam !== 'exclude' && spam !== 'only') return null;
  return `${form_id === undefined ? '' : 'form_'}${status === undefined ? '' : 'status_'}list`;
}

function searchText(fields: EntryFields): string {
  return Object.values(fields)
    .map(({ value }) => wordsOf(value))
    .join('\n')
    .toLowerCase();
}

function wordsOf(value: FieldValue): string {
  if (Array.isArray(value)) return value.join('\n');
  return typeof value === 'object' ? value.name : String(value);
}

function fromRow(row: EntryRow): Entry {
  return {
    id: Number(row.id),
    formId: Number(row.form_id),
    status: row.status,
    fields: JSON.parse(row.fields),
    ipAddress: row.ip_address,
    userAgent: row.user_agent,
    pageUrl: row.page_url,
    createdAt: Number(row.created_at),
    spam: row.spam,
  };
}
