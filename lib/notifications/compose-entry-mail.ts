import type { FieldValue } from '../../schema/api/entry';
import { isEmail } from '../../schema/api/text';
import { toTimestamp } from '../../schema/api/timestamp';
import type { Entry } from '../entries/entry';
import type { Form } from '../forms/form';

/** A notification as its delivery stores it; the message id is the delivery's. */
export interface EntryMail {
  to: string;
  subject: string;
  text: string;
  replyTo?: string;
}

/**
 * The e-mail that tells the form's `notification_email` of a new entry.
 * @returns null when the form names no address. Source: specification, Form settings; design, e-mail.
 */
export function composeEntryMail(form: Form, entry: Entry, siteUrl: string): EntryMail | null {
  const to = form.settings.notification_email;
  if (!to) return null;
  const answers = Object.values(entry.fields).map(({ label, value }) => `${label}:\n${inWords(value)}\n`);
  const from = entry.pageUrl ? `Sent from ${entry.pageUrl}\n` : '';
  const visitor = visitorAddress(form, entry);
  return {
    to,
    // A line break in a subject would start a header of the sender's choice.
    subject: `New entry: ${form.title}`.replace(/\s+/g, ' ').slice(0, 200),
    text: `${answers.join('\n')}\n--\nEntry ${entry.id}, ${toTimestamp(entry.createdAt)}\n${from}${siteUrl}\n`,
    ...(visitor ? { replyTo: visitor } : {}),
  };
}

function inWords(value: FieldValue): string {
  if (Array.isArray(value)) return value.join(', ');
  return typeof value === 'object' ? `${value.name} (${value.size} bytes): ${value.url}` : String(value);
}

function visitorAddress(form: Form, entry: Entry): string | null {
  const field = form.fields.find((one) => one.type === 'email' && Object.hasOwn(entry.fields, one.id));
  const value = field ? entry.fields[field.id]?.value : undefined;
  return typeof value === 'string' && isEmail(value) ? value : null;
}
