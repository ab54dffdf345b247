import type { EntryFields } from '../../schema/api/entry';
import type { FormField } from '../../schema/api/form-field';
import type { IncomingFile } from '../uploads/staged-file';
import { judgeFile } from './judge-file';
import { readValue } from './read-value';

/** What was judged: values to store and files to stage, or a message for every offending field. */
export type Validated =
  { ok: true; values: EntryFields; files: IncomingFile[] } | { ok: false; errors: Record<string, string> };

/**
 * Judges a submission against the form. Keys that the form does not have are ignored: a cached page of yesterday's
 * form must still be able to deliver. Source: design, submitted keys the form does not have.
 * @param submitted keyed by field id; own keys only are looked at, so `constructor` is a name like any other
 * @param encoded true when the values came by a form post
 */
export async function validateSubmission(
  fields: readonly FormField[],
  submitted: Record<string, unknown>,
  incoming: readonly IncomingFile[],
  limits: { encoded: boolean; maxFileBytes: number },
): Promise<Validated> {
  const values: [string, EntryFields[string]][] = [];
  const errors: [string, string][] = [];
  const files: IncomingFile[] = [];
  for (const field of fields) {
    const own = incoming.filter((file) => file.fieldId === field.id);
    if (field.type === 'file' && own.length > 0) {
      const judged = await judgeFile(field, own, limits.maxFileBytes);
      if (judged && 'error' in judged) errors.push([field.id, judged.error]);
      else if (judged) files.push(judged);
      continue;
    }
    const raw = Object.hasOwn(submitted, field.id) ? submitted[field.id] : undefined;
    const read = readValue(field, raw, limits.encoded);
    if (read && 'error' in read) errors.push([field.id, read.error]);
    else if (read) values.push([field.id, { label: field.label, value: read.value }]);
  }
  if (errors.length > 0) return { ok: false, errors: Object.fromEntries(errors) };
  return { ok: true, values: Object.fromEntries(values), files };
}
