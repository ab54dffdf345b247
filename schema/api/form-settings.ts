import { z } from 'zod';
import { isEmail, text } from './text';

/** Settings of a form. Keys that this version does not know are kept. Source: specification, Form settings. */
export interface FormSettings {
  notification_email?: string;
  success_message?: string;
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
  },
  { error: 'must be an object' },
);

/**
 * Merges settings key by key; null removes a key.
 * @param current what is stored
 * @param patch what the client sent; left out keys keep their values. Source: design, PUT with keys left out.
 */
export function mergeSettings(current: FormSettings, patch: z.infer<typeof formSettings>): FormSettings {
  const merged = new Map(Object.entries(current));
  for (const [key, value] of Object.entries(patch)) {
    const removes = value === null || value === undefined || (key === 'notification_email' && value === '');
    if (removes) merged.delete(key);
    else merged.set(key, value);
  }
  return Object.fromEntries(merged);
}
