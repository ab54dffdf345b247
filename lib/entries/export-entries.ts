import type { FieldValue } from '../../schema/api/entry';
import type { FormField } from '../../schema/api/form-field';
import { toTimestamp } from '../../schema/api/timestamp';
import type { Context } from '../context';
import { findForm } from '../forms/form-store';
import type { Entry } from './entry';
import { entriesBelow, type EntryFilter } from './entry-store';

const BATCH = 500;
const META = ['id', 'form_id', 'status', 'created_at', 'ip_address', 'user_agent', 'page_url'];

/**
 * Entries as CSV (RFC 4180), newest first, in pieces of constant memory. With `form_id`, one column for each field of
 * the form; what the form no longer has, and everything without `form_id`, stands as JSON in `other_fields`.
 * @param filter the filters of the list: the file holds exactly what the list shows
 * @param bom whether to begin with the byte order mark that spreadsheets need
 */
export async function* exportEntries(
  context: Context,
  filter: EntryFilter,
  bom: boolean,
): AsyncGenerator<string> {
  const form = filter.form_id === undefined ? null : await findForm(context.db, filter.form_id);
  const fields = form?.fields ?? [];
  const header = [...META, ...fields.map((field) => field.label), 'other_fields'];
  yield (bom ? '\uFEFF' : '') + line(header);
  let below = Number.MAX_SAFE_INTEGER;
  for (;;) {
    const batch = await entriesBelow(context.db, filter, below, BATCH);
    const last = batch.at(-1);
    if (!last) return;
    yield batch.map((entry) => line(cells(entry, fields))).join('');
    below = last.id;
  }
}

function cells(entry: Entry, fields: FormField[]): string[] {
  const known = new Set(fields.map((field) => field.id));
  const others = Object.entries(entry.fields).filter(([id]) => !known.has(id));
  return [
    String(entry.id),
    String(entry.formId),
    entry.status,
    toTimestamp(entry.createdAt),
    entry.ipAddress,
    entry.userAgent,
    entry.pageUrl,
    ...fields.map((field) =>
      Object.hasOwn(entry.fields, field.id) ? written(entry.fields[field.id]?.value) : '',
    ),
    others.length > 0 ? JSON.stringify(Object.fromEntries(others.map(([id, one]) => [id, one.value]))) : '',
  ];
}

function written(value: FieldValue | undefined): string {
  if (value === undefined) return '';
  if (Array.isArray(value)) return value.join('; ');
  return typeof value === 'object' ? value.url : String(value);
}

function line(cells: string[]): string {
  return `${cells.map(cell).join(',')}\r\n`;
}

/** A spreadsheet would run these as a formula; a number such as -5 is none. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;
const NUMBER = /^[+-]?\d+(\.\d+)?$/;

function cell(text: string): string {
  const safe = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
