import type { FieldValue } from '../../schema/api/entry';
import { optionsOf, type FieldType, type FormField } from '../../schema/api/form-field';
import { httpUrl, isEmail } from '../../schema/api/text';
import { isCalendarDate } from '../../schema/api/timestamp';
import { MESSAGES } from './messages';

/** A value that can be stored, a message for the visitor, or nothing submitted. */
export type Reading = { value: Exclude<FieldValue, object> | string[] } | { error: string } | null;

type Reader = (field: FormField, raw: unknown, encoded: boolean) => Reading;

/** Characters that a text value has at most when its field does not say. */
const DEFAULT_MAX: Partial<Record<FieldType, number>> = { textarea: 100_000 };
const MAX_LENGTH = 10_000;

const bad = (error: string): Reading => ({ error });

/** A string that can be stored, within the field's length. Line breaks count once, as in a browser. */
function readText(field: FormField, raw: unknown): { value: string } | { error: string } {
  const { label } = field;
  if (typeof raw !== 'string') return { error: MESSAGES.not_text(label) };
  if (raw.includes('\0')) return { error: MESSAGES.nul(label) };
  const length = raw.replaceAll('\r\n', '\n').length;
  const max = field.max_length ?? DEFAULT_MAX[field.type] ?? MAX_LENGTH;
  if (length > max) return { error: MESSAGES.too_long(label, max) };
  const min = field.min_length ?? 0;
  if (raw !== '' && length < min) return { error: MESSAGES.too_short(label, min) };
  return { value: raw.toWellFormed() };
}

/** A one-line text of a certain form; blanks around it, which a paste often brings, are dropped. */
function formatted(matches: (value: string) => boolean, complaint: 'email' | 'tel' | 'url'): Reader {
  return (field, raw) => {
    const read = readText(field, raw);
    if ('error' in read) return read;
    const value = read.value.trim();
    return value === '' || matches(value) ? { value } : bad(MESSAGES[complaint](field.label));
  };
}

const readNumber: Reader = (field, raw) => {
  const { label } = field;
  if (typeof raw === 'string' && raw.trim() === '') return null;
  // The length first: two runs of digits beside each other make the pattern slow on long ones.
  const written =
    typeof raw === 'string' &&
    raw.length <= 100 &&
    /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,3})?$/i.test(raw.trim());
  const value = typeof raw === 'number' ? raw : written ? Number(raw) : NaN;
  // Beyond this a double loses digits, and what is stored would not be what was typed.
  if (!Number.isFinite(value) || Math.abs(value) > Number.MAX_SAFE_INTEGER)
    return bad(MESSAGES.number(label));
  if (field.min !== undefined && value < Number(field.min)) return bad(MESSAGES.too_low(label, field.min));
  if (field.max !== undefined && value > Number(field.max)) return bad(MESSAGES.too_high(label, field.max));
  return { value };
};

const readDate: Reader = (field, raw) => {
  const { label } = field;
  if (typeof raw !== 'string') return bad(MESSAGES.date(label));
  const value = raw.trim();
  if (value === '') return { value };
  if (!isCalendarDate(value)) return bad(MESSAGES.date(label));
  // Dates of one form compare as text.
  if (field.min !== undefined && value < String(field.min)) return bad(MESSAGES.too_low(label, field.min));
  if (field.max !== undefined && value > String(field.max)) return bad(MESSAGES.too_high(label, field.max));
  return { value };
};

/** A definition without options takes any text: the spec's own field definition has none. */
function isOption(field: FormField, value: string): boolean {
  const options = optionsOf(field);
  return options.length === 0 || options.some((option) => option.value === value);
}

const readChoice: Reader = (field, raw) => {
  const read = readText(field, raw);
  if ('error' in read || read.value === '') return read;
  return isOption(field, read.value) ? read : bad(MESSAGES.choice(field.label));
};

const readChoices: Reader = (field, raw, encoded) => {
  // A form post with one box ticked looks like a single value.
  const list = encoded && typeof raw === 'string' ? (raw === '' ? [] : [raw]) : raw;
  if (!Array.isArray(list) || list.length > 500) return bad(MESSAGES.choices(field.label));
  const values: string[] = [];
  for (const one of list) {
    const read = readText(field, one);
    if ('error' in read) return typeof one === 'string' ? read : bad(MESSAGES.choices(field.label));
    if (!isOption(field, read.value)) return bad(MESSAGES.choice(field.label));
    if (!values.includes(read.value)) values.push(read.value);
  }
  return { value: values };
};

const readFile: Reader = (field, raw, encoded) =>
  raw === '' && encoded ? null : bad(MESSAGES.not_a_file(field.label));

const READERS: Record<FieldType, Reader> = {
  text: readText,
  textarea: readText,
  hidden: readText,
  email: formatted(isEmail, 'email'),
  tel: formatted((value) => /^\+?[\d\s().\-/x#*,;]{2,40}$/i.test(value) && /\d/.test(value), 'tel'),
  url: formatted((value) => httpUrl(value) !== null, 'url'),
  number: readNumber,
  date: readDate,
  select: readChoice,
  radio: readChoice,
  checkbox: readChoices,
  file: readFile,
};

/**
 * Judges one submitted value by the type of its field. Files are judged elsewhere.
 * @param raw as it came; undefined and null mean that nothing was submitted
 * @param encoded true when it came by a form post, where everything is text
 */
export function readValue(field: FormField, raw: unknown, encoded: boolean): Reading {
  const read = raw === undefined || raw === null ? null : READERS[field.type](field, raw, encoded);
  if (read && 'error' in read) return read;
  if (field.required && isEmpty(read?.value)) return bad(MESSAGES.required(field.label));
  return read;
}

function isEmpty(value: unknown): boolean {
  if (value === undefined) return true;
  return Array.isArray(value) ? value.length === 0 : typeof value === 'string' && value.trim() === '';
}
