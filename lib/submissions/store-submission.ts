import type { EntryFields } from '../../schema/api/entry';
import { httpUrl } from '../../schema/api/text';
import type { DeliveryRow } from '../../schema/db/tables';
import type { Context } from '../context';
import { inTransaction } from '../db/in-transaction';
import { enqueueDeliveries } from '../deliveries/enqueue-deliveries';
import type { Entry } from '../entries/entry';
import { insertEntry } from '../entries/entry-store';
import type { Form } from '../forms/form';
import { holdForm } from '../forms/form-store';
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

/**
 * Stores the entry, its files' ownership and its deliveries in one transaction.
 * @returns null when the form was deleted or unpublished meanwhile: then nothing is stored
 * @throws a duplicate when another submission with this idempotency key was faster
 */
export async function storeSubmission(
  context: Context,
  { form, submission, values, staged, hash, spam }: Judged,
): Promise<{ entryId: number; deliveries: DeliveryRow[] } | null> {
  const entry: Omit<Entry, 'id'> = {
    formId: form.id,
    status: 'unread',
    fields: withFiles(form, values, staged),
    ipAddress: submission.ipAddress.slice(0, 45),
    userAgent: oneLine(submission.userAgent).slice(0, 500),
    pageUrl: pageUrlOf(submission),
    createdAt: context.now(),
    spam,
  };
  return inTransaction(context.db, async (db) => {
    const current = await holdForm(db, form.id);
    if (current?.status !== 'publish') return null;
    const id = await insertEntry(db, entry, hash);
    await attachUploads(db, staged.ids, id);
    const deliveries = spam === null ? await enqueueDeliveries(context, db, current, { id, ...entry }) : [];
    await context.options.reach('before-entry-commit');
    return { entryId: id, deliveries };
  });
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
