import type { EntryFields, EntryStatus, FieldValue } from '../../schema/api/entry';
import type { Page } from '../../schema/api/page';
import type { EntryRow } from '../../schema/db/tables';
import type { Database } from '../db/database';
import { insertRows } from '../db/insert-rows';
import { pageOf, wherePeriod, whereSearch, type ListQuery } from '../db/list';
import type { Entry } from './entry';

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
  const first = await insertRows(db, 'entries', entries.map(toRow));
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
  const { items, total } = await pageOf<EntryRow>(db.knex, db.name('entries'), filtered(db, query), query);
  return { items: items.map(fromRow), total };
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

/** Sets the status of these entries. */
export async function setEntryStatus(db: Database, ids: number[], status: EntryStatus): Promise<void> {
  await db.from('entries').whereIn('id', ids).update({ status });
}

/** Sets or clears the spam mark. @returns false when it was so already, or there is no such entry */
export async function setSpam(db: Database, id: number, spam: string | null): Promise<boolean> {
  const query = db.from('entries').where({ id });
  if (spam === null) query.whereNotNull('spam');
  else query.whereNull('spam');
  return (await query.update({ spam })) > 0;
}

/** Removes the entries' own rows. */
export async function deleteEntryRows(db: Database, ids: number[]): Promise<void> {
  await db.from('entries').whereIn('id', ids).delete();
}

/** Removes every entry of a form. */
export async function deleteEntriesOfForm(db: Database, formId: number): Promise<void> {
  await db.from('entries').where({ form_id: formId }).delete();
}

function filtered(db: Database, filter: EntryFilter) {
  const query = db.from('entries');
  if (filter.form_id !== undefined) query.where('form_id', filter.form_id);
  if (filter.status) query.where('status', filter.status);
  if (filter.spam === 'exclude') query.whereNull('spam');
  if (filter.spam === 'only') query.whereNotNull('spam');
  whereSearch(query, filter.search);
  wherePeriod(query, filter);
  return query;
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
