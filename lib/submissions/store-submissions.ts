import type { EntryFields } from '../../schema/api/entry';
import { httpUrl } from '../../schema/api/text';
import type { DeliveryRow } from '../../schema/db/tables';
import type { Context } from '../context';
import type { Database } from '../db/database';
import type { Settled } from '../db/gatherer';
import { inTransaction } from '../db/in-transaction';
import { isUnavailable } from '../db/is-unavailable';
import { enqueueDeliveries, type Lease } from '../deliveries/enqueue-deliveries';
import type { Entry } from '../entries/entry';
import { findEntriesByKey, insertEntries, type NewEntry } from '../entries/entry-store';
import type { Form } from '../forms/form';
import { holdVersions } from '../forms/form-store';
import type { StagedUploads } from '../uploads/stage-uploads';
import { attachUploads } from '../uploads/upload-store';
import type { Submission } from './submission';

/** A judged submission on its way into the database. */
export interface Judged {
  form: Form;
  submission: Submission;
  values: EntryFields;
  staged: StagedUploads;
  /** SHA-256 of the idempotency key. */
  hash: string | null;
  /** Why it is spam; then it is stored and nothing is sent. */
  spam: string | null;
}

/** What became of it; `changed`: the form is another one by now, and nothing is stored. */
export type Result = Stored | 'changed';

export interface Stored {
  entryId: number;
  deliveries: DeliveryRow[];
  /** Another submission had the same idempotency key: this is its entry. */
  repeated: boolean;
}

/**
 * Stores entries, their files' ownership and their deliveries in one transaction. What cannot be stored fails alone: when
 * the transaction breaks, each submission gets one of its own.
 * @param lease leases the deliveries to this process, as far as it has room for their first attempts
 * @returns for each, in order. The error is a duplicate when another process stored a submission with the same
 * idempotency key at this very moment
 */
export async function storeSubmissions(
  context: Context,
  judged: readonly Judged[],
  lease?: Lease,
): Promise<Settled<Result>[]> {
  try {
    const stored = await inTransaction(context.db, (db) => storeTogether({ context, db, lease }, judged));
    return stored.map((value) => ({ value }));
  } catch (error) {
    if (judged.length === 1 || isUnavailable(error)) return judged.map(() => ({ error }));
    const results: Settled<Result>[] = [];
    for (const one of judged) results.push(...(await storeSubmissions(context, [one], lease)));
    return results;
  }
}

interface Work {
  context: Context;
  db: Database;
  lease: Lease | undefined;
}

async function storeTogether(work: Work, judged: readonly Judged[]): Promise<Result[]> {
  const { db } = work;
  const ids = [...new Set(judged.map(({ form }) => form.id))].sort((a, b) => a - b);
  const held = await holdVersions(db, ids);
  const results = new Map<Judged, Result>();
  const firsts = new Map<string, Judged>();
  for (const one of judged)
    if (held.forms.get(one.form.id)?.version !== one.form.version) results.set(one, 'changed');
    else if (one.hash !== null && !firsts.has(keyOf(one))) firsts.set(keyOf(one), one);
  for (const [one, entryId] of await earlierOf(db, [...firsts.values()]))
    results.set(one, { entryId, deliveries: [], repeated: true });
  const fresh = judged.filter((one) => !results.has(one) && (firsts.get(keyOf(one)) ?? one) === one);
  if (fresh.length > 0)
    for (const [one, stored] of await insertAll(work, fresh, held)) results.set(one, stored);
  return judged.map((one) => results.get(one) ?? repeated(results.get(firsts.get(keyOf(one)) as Judged)));
}

/** Names a submission among its neighbours; without an idempotency key there is none like it. */
function keyOf({ form, hash }: Judged): string {
  return hash === null ? '' : `${form.id} ${hash}`;
}

function repeated(first: Result | undefined): Result {
  return first === undefined || first === 'changed'
    ? 'changed'
    : { ...first, deliveries: [], repeated: true };
}

/** Entries that earlier submissions with the same keys stored. */
async function earlierOf(db: Database, firsts: readonly Judged[]): Promise<[Judged, number][]> {
  if (firsts.length === 0) return [];
  const found = await findEntriesByKey(
    db,
    firsts.map(({ form, hash }) => ({ formId: form.id, hash: hash ?? '' })),
  );
  return firsts.flatMap((one, index): [Judged, number][] => {
    const entryId = found[index] ?? null;
    return entryId === null ? [] : [[one, entryId]];
  });
}

async function insertAll(
  { context, db, lease }: Work,
  fresh: readonly Judged[],
  { forms, idStep }: Awaited<ReturnType<typeof holdVersions>>,
): Promise<[Judged, Stored][]> {
  const entries = fresh.map((one): NewEntry => ({ entry: newEntry(context, one), hash: one.hash }));
  const ids = await insertEntries(db, entries, idStep);
  const stored = fresh.map((one, index) => {
    const entry: Entry = { id: ids[index] as number, ...(entries[index] as NewEntry).entry };
    return { one, entry, form: one.form, webhook: forms.get(one.form.id)?.webhook ?? false };
  });
  for (const { one, entry } of stored) await attachUploads(db, one.staged.ids, entry.id);
  const wanted = stored.filter(({ entry }) => entry.spam === null);
  const rows = await enqueueDeliveries(context, db, wanted, lease);
  await context.options.reach('before-entry-commit');
  const deliveries = new Map(wanted.map(({ entry }, index) => [entry.id, rows[index] ?? []] as const));
  return stored.map(({ one, entry }) => [
    one,
    { entryId: entry.id, deliveries: deliveries.get(entry.id) ?? [], repeated: false },
  ]);
}

function newEntry(context: Context, { form, submission, values, staged, spam }: Judged): Omit<Entry, 'id'> {
  return {
    formId: form.id,
    status: 'unread',
    fields: withFiles(form, values, staged),
    ipAddress: submission.ipAddress.slice(0, 45),
    userAgent: oneLine(submission.userAgent).slice(0, 500),
    pageUrl: pageUrlOf(submission),
    createdAt: context.now(),
    spam,
  };
}

/** Values in the order of the form, files among them. */
function withFiles(form: Form, values: EntryFields, staged: StagedUploads): EntryFields {
  const ordered = form.fields.flatMap((field): [string, EntryFields[string]][] => {
    const file = staged.values.get(field.id);
    if (file) return [[field.id, { label: field.label, value: file }]];
    const value = Object.hasOwn(values, field.id) ? values[field.id] : undefined;
    return value ? [[field.id, value]] : [];
  });
  return Object.fromEntries(ordered);
}

/** Source: design, page_url: the body's if it is an http(s) URL, else the Referer. */
function pageUrlOf({ pageUrl, referer }: Submission): string {
  for (const candidate of [pageUrl, referer])
    if (typeof candidate === 'string' && !candidate.includes('\0') && httpUrl(candidate))
      return candidate.toWellFormed();
  return '';
}

function oneLine(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}
