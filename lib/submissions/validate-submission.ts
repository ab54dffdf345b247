import type { EntryFields } from '../../schema/api/entry';
import type { FormField } from '../../schema/api/form-field';
import type { Translate } from '../../schema/api/texts';
import { visibleFields } from '../../schema/api/visibility';
import type { IncomingFile } from '../uploads/staged-file';
import { judgeFile } from './judge-file';
import { readValue } from './read-value';

/** What was judged: a message for every offending field, and of the others the values to store and files to stage. */
export interface Validated {
  errors: Record<string, string>;
  values: EntryFields;
  files: IncomingFile[];
}

/**
 * Judges a submission against the form. Keys that the form does not have are ignored: a cached page of yesterday's
 * form must still be able to deliver. Source: design, submitted keys the form does not have.
 * @param submitted keyed by field id; own keys only are looked at, so `constructor` is a name like any other
 */
export async function validateSubmission(
  fields: readonly FormField[],
  submitted: Record<string, unknown>,
  incoming: readonly IncomingFile[],
  limits: { encoded: boolean; maxFileBytes: number; translate: Translate },
): Promise<Validated> {
  const values: [string, EntryFields[string]][] = [];
  const errors: [string, string][] = [];
  const files: IncomingFile[] = [];
  const raw = (id: string) => (Object.hasOwn(submitted, id) ? submitted[id] : undefined);
  const shown = visibleFields(fields, (id) =>
    incoming.some((file) => file.fieldId === id) ? 'file' : raw(id),
  );
  for (const field of fields) {
    // What a visitor could not see is neither asked for nor stored.
    if (!shown.has(field.id)) continue;
    const own = incoming.filter((file) => file.fieldId === field.id);
    if (field.type === 'file' && own.length > 0) {
      const judged = await judgeFile(field, own, limits.maxFileBytes, limits.translate);
      if (judged && 'error' in judged) errors.push([field.id, judged.error]);
      else if (judged) files.push(judged);
      continue;
    }
    const read = readValue(field, raw(field.id), limits);
    if (read && 'error' in read) errors.push([field.id, read.error]);
    else if (read) values.push([field.id, { label: field.label, value: read.value }]);
  }
  return { errors: Object.fromEntries(errors), values: Object.fromEntries(values), files };
}
