import type { EntryFields } from '../../schema/api/entry';
import { httpUrl } from '../../schema/api/text';
import type { DeliveryRow } from '../../schema/db/tables';
import type { Context } from '../context';
import type { Database } from '../db/database';
import type { Settled } from '../db/gatherer';
import { inTransaction } from '../db/in-transaction';
import { isUnavailable } from '../db/is-unavailable';
import { enqueueDeliveries } from '../deliveries/enqueue-deliveries';
import type { Entry } from '../entries/entry';
import { insertEntries, type NewEntry } from '../entries/entry-store';
import type { Form } from '../forms/form';
import { holdForms } from '../forms/form-store';
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

export interface Stored {
  entryId: number;
  deliveries: DeliveryRow[];
  /** Another submission of this moment had the same idempotency key: this is its entry. */
  repeated: boolean;
}

/**
 * Stores entries, their files' ownership and their deliveries in one transaction. What cannot be stored fails alone: when
 * the transaction breaks, each submission gets one of its own.
 * @returns for each, in order: null when its form was deleted or unpublished meanwhile; then nothing of it is stored.
 * The error is a duplicate when another process stored a submission with the same idempotency key first
 */
export async function storeSubmissions(
  context: Context,
  judged: readonly Judged[],
): Promise<Settled<Stored | null>[]> {
  try {
    const stored = await inTransaction(context.db, (db) => storeTogether(context, db, judged));
    return stored.map((value) => ({ value }));
  } catch (error) {
    if (judged.length === 1 || isUnavailable(error)) return judged.map(() => ({ error }));
    const results: Settled<Stored | null>[] = [];
    for (const one of judged) results.push(...(await storeSubmissions(context, [one])));
    return results;
  }
}

async function storeTogether(
  context: Context,
  db: Database,
  judged: readonly Judged[],
): Promise<(Stored | null)[]> {
  const held = await holdForms(
    db,
    [...new Set(judged.map(({ form }) => form.id))].sort((a, b) => a - b),
  );
  const published = new Map(held.filter(({ status }) => status === 'publish').map((form) => [form.id, form]));
  const firsts = judged.filter(
    (one, index) => published.has(one.form.id) && firstWithKey(judged, one) === index,
  );
  if (firsts.length === 0) return judged.map(() => null);
  const entries = firsts.map((one) => ({ entry: newEntry(context, one), hash: one.hash }));
  const ids = await insertEntries(db, entries);
  const stored = firsts.map((one, index) => {
    const entry: Entry = { id: ids[index] as number, ...(entries[index] as NewEntry).entry };
    return { one, entry, form: published.get(one.form.id) as Form };
  });
  for (const { one, entry } of stored) await attachUploads(db, one.staged.ids, entry.id);
  const wanted = stored.filter(({ entry }) => entry.spam === null);
  const deliveries = await enqueueDeliveries(context, db, wanted);
  await context.options.reach('before-entry-commit');
  const results = new Map<Judged, Stored>();
  for (const [index, { one, entry }] of stored.entries()) {
    const position = wanted.indexOf(stored[index] as (typeof stored)[number]);
    results.set(one, { entryId: entry.id, deliveries: deliveries[position] ?? [], repeated: false });
  }
  return judged.map((one) => results.get(one) ?? repeatOf(results, judged, one));
}

/** Position of the first submission with the same form and key; without a key, its own. */
function firstWithKey(judged: readonly Judged[], one: Judged): number {
  if (one.hash === null) return judged.indexOf(one);
  return judged.findIndex(({ form, hash }) => hash === one.hash && form.id === one.form.id);
}

function repeatOf(results: Map<Judged, Stored>, judged: readonly Judged[], one: Judged): Stored | null {
  const first = results.get(judged[firstWithKey(judged, one)] as Judged);
  return first ? { ...first, deliveries: [], repeated: true } : null;
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
