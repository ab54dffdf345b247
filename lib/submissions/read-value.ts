import type { FieldValue } from '../../schema/api/entry';
import { optionsOf, type FieldType, type FormField } from '../../schema/api/form-field';
import { httpUrl, isEmail } from '../../schema/api/text';
import { isCalendarDate } from '../../schema/api/timestamp';
import type { TextKey, Translate } from '../../schema/api/texts';

/** A value that can be stored, a message for the visitor, or nothing submitted. */
export type Reading = { value: Exclude<FieldValue, object> | string[] } | { error: string } | null;

/** How a value came, and the language for complaints. */
export interface ReadingOf {
  /** By a form post, where everything is text. */
  encoded: boolean;
  translate: Translate;
}

type Reader = (field: FormField, raw: unknown, how: ReadingOf) => Reading;

/** Characters that a text value has at most when its field does not say. */
const DEFAULT_MAX: Partial<Record<FieldType, number>> = { textarea: 100_000 };
const MAX_LENGTH = 10_000;

const bad = (
  { translate }: ReadingOf,
  key: TextKey,
  { label }: FormField,
  values: Record<string, string | number> = {},
) => ({ error: translate(key, { label, ...values }) });

/** A string that can be stored, within the field's length. Line breaks count once, as in a browser. */
function readText(field: FormField, raw: unknown, how: ReadingOf): { value: string } | { error: string } {
  if (typeof raw !== 'string') return bad(how, 'not_text', field);
  if (raw.includes('\0')) return bad(how, 'nul', field);
  const length = raw.replaceAll('\r\n', '\n').length;
  const max = field.max_length ?? DEFAULT_MAX[field.type] ?? MAX_LENGTH;
  if (length > max) return bad(how, 'too_long', field, { n: max });
  const min = field.min_length ?? 0;
  if (raw !== '' && length < min) return bad(how, 'too_short', field, { n: min });
  return { value: raw.toWellFormed() };
}

/** A one-line text of a certain form; blanks around it, which a paste often brings, are dropped. */
function formatted(matches: (value: string) => boolean, complaint: 'email' | 'tel' | 'url'): Reader {
  return (field, raw, how) => {
    const read = readText(field, raw, how);
    if ('error' in read) return read;
    const value = read.value.trim();
    return value === '' || matches(value) ? { value } : bad(how, complaint, field);
  };
}

/** Digits of any script with what people put between them, and an extension; nothing about countries. */
function isTelephone(value: string): boolean {
  const plain = value.replace(/\s*(?:ext\.?|x)\s*(?=\p{Nd}{1,8}$)/iu, ' ');
  return value.length <= 50 && /^[\p{Nd}\s\p{Pd}+().\/#*,;]+$/u.test(plain) && /\p{Nd}/u.test(plain);
}

const readNumber: Reader = (field, raw, how) => {
  if (typeof raw === 'string' && raw.trim() === '') return null;
  // The length first: two runs of digits beside each other make the pattern slow on long ones.
  const written =
    typeof raw === 'string' &&
    raw.length <= 100 &&
    /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,3})?$/i.test(raw.trim());
  const value = typeof raw === 'number' ? raw : written ? Number(raw) : NaN;
  // Beyond this a double loses digits, and what is stored would not be what was typed.
  if (!Number.isFinite(value) || Math.abs(value) > Number.MAX_SAFE_INTEGER) return bad(how, 'number', field);
  if (field.min !== undefined && value < Number(field.min))
    return bad(how, 'too_low', field, { limit: field.min });
  if (field.max !== undefined && value > Number(field.max))
    return bad(how, 'too_high', field, { limit: field.max });
  return { value };
};

const readDate: Reader = (field, raw, how) => {
  if (typeof raw !== 'string') return bad(how, 'date', field);
  const value = raw.trim();
  if (value === '') return { value };
  if (!isCalendarDate(value)) return bad(how, 'date', field);
  // Dates of one form compare as text.
  if (field.min !== undefined && value < String(field.min))
    return bad(how, 'too_low', field, { limit: field.min });
  if (field.max !== undefined && value > String(field.max))
    return bad(how, 'too_high', field, { limit: field.max });
  return { value };
};

/** A definition without options takes any text: the spec's own field definition has none. */
function isOption(field: FormField, value: string): boolean {
  const options = optionsOf(field);
  return options.length === 0 || options.some((option) => option.value === value);
}

const readChoice: Reader = (field, raw, how) => {
  const read = readText(field, raw, how);
  if ('error' in read || read.value === '') return read;
  return isOption(field, read.value) ? read : bad(how, 'choice', field);
};

const readChoices: Reader = (field, raw, how) => {
  // A form post with one box ticked looks like a single value.
  const list = how.encoded && typeof raw === 'string' ? (raw === '' ? [] : [raw]) : raw;
  if (!Array.isArray(list) || list.length > 500) return bad(how, 'choices', field);
  const values: string[] = [];
  for (const one of list) {
    const read = readText(field, one, how);
    if ('error' in read) return typeof one === 'string' ? read : bad(how, 'choices', field);
    if (!isOption(field, read.value)) return bad(how, 'choice', field);
    if (!values.includes(read.value)) values.push(read.value);
  }
  return { value: values };
};

const readFile: Reader = (field, raw, how) =>
  raw === '' && how.encoded ? null : bad(how, 'not_a_file', field);

const READERS: Record<FieldType, Reader> = {
  text: readText,
  textarea: readText,
  hidden: readText,
  email: formatted(isEmail, 'email'),
  tel: formatted(isTelephone, 'tel'),
  url: formatted((value) => httpUrl(value) !== null, 'url'),
  number: readNumber,
  date: readDate,
  select: readChoice,
  radio: readChoice,
  checkbox: readChoices,
  file: readFile,
  page: () => null,
};

/**
 * Judges one submitted value by the type of its field. Files are judged elsewhere.
 * @param raw as it came; undefined and null mean that nothing was submitted
 */
export function readValue(field: FormField, raw: unknown, how: ReadingOf): Reading {
  const read = raw === undefined || raw === null ? null : READERS[field.type](field, raw, how);
  if (read && 'error' in read) return read;
  if (field.required && field.type !== 'page' && isEmpty(read?.value)) return bad(how, 'required', field);
  return read;
}

function isEmpty(value: unknown): boolean {
  if (value === undefined) return true;
  return Array.isArray(value) ? value.length === 0 : typeof value === 'string' && value.trim() === '';
}
