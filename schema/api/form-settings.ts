import { z } from 'zod';
import { httpUrl, isEmail, text } from './text';
import { LANGUAGES, type Language } from './texts';

/** Settings of a form. Keys that this version does not know are kept. Source: specification, Form settings. */
export interface FormSettings {
  notification_email?: string;
  success_message?: string;
  /** Where a visitor is sent after a submission, instead of the message. */
  redirect_url?: string;
  /** Language of the form's own texts; that of the page when left out. */
  language?: Language;
  /** A hidden field that only programs fill in. */
  honeypot?: boolean;
  /** Seconds that a person needs at least to fill the form in. */
  min_seconds?: number;
  [key: string]: unknown;
}

/** What a client may send: null removes a key, and so does an empty address. */
export const formSettings = z.looseObject(
  {
    notification_email: z
      .string({ error: 'must be an e-mail address' })
      .refine((value) => value === '' || isEmail(value), 'must be an e-mail address')
      .nullish(),
    success_message: text({ max: 5000 }).nullish(),
    redirect_url: z
      .string({ error: 'must be a URL' })
      .refine((value) => value === '' || httpUrl(value) !== null, 'must be an absolute http or https URL')
      .nullish(),
    language: z.enum(LANGUAGES, { error: `must be one of ${LANGUAGES.join(', ')}` }).nullish(),
    honeypot: z.boolean({ error: 'must be true or false' }).nullish(),
    min_seconds: z.number({ error: 'must be a number of seconds' }).min(0).max(3600).nullish(),
  },
  { error: 'must be an object' },
);

const CLEARED_BY_EMPTY = new Set(['notification_email', 'redirect_url']);

/**
 * Merges settings key by key; null removes a key.
 * @param current what is stored
 * @param patch what the client sent; left out keys keep their values. Source: design, PUT with keys left out.
 */
export function mergeSettings(current: FormSettings, patch: z.infer<typeof formSettings>): FormSettings {
  const merged = new Map(Object.entries(current));
  for (const [key, value] of Object.entries(patch)) {
    const removes = value === null || value === undefined || (CLEARED_BY_EMPTY.has(key) && value === '');
    if (removes) merged.delete(key);
    else merged.set(key, value);
  }
  return Object.fromEntries(merged);
}
