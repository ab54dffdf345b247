import { z } from 'zod';

/**
 * A text from outside. U+0000 is refused, because SQLite cuts a string there; a lone surrogate, which UTF-8 cannot
 * carry, becomes U+FFFD, because a visitor's message must not be lost for half an emoji.
 * @param limits length in UTF-16 units
 */
export function text(limits: { min?: number; max: number }) {
  const { min = 0, max } = limits;
  return z
    .string({ error: 'must be a string' })
    .min(min, min === 1 ? 'must not be empty' : `must have at least ${min} characters`)
    .max(max, `must have at most ${max} characters`)
    .refine((value) => !value.includes('\0'), 'must not contain the NUL character')
    .overwrite((value) => value.toWellFormed());
}

/**
 * HTML's own rule for e-mail inputs (HTML Living Standard, 4.10.5.1.5), with at least one dot in the domain, and letters
 * of every script (RFC 6531).
 */
const EMAIL =
  /^[\p{L}\p{M}\p{N}.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?\.)+[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?$/u;

/** True for an e-mail address, at most 254 characters (RFC 5321, 4.5.3.1.3). */
export function isEmail(value: string): boolean {
  return value.length <= 254 && EMAIL.test(value);
}

/** Parses an absolute http or https URL; null for everything else. */
export function httpUrl(value: string): URL | null {
  // The URL parser drops line breaks and tabs, and what is kept would not be what is used.
  if (value.length > 2048 || /\s/.test(value) || !/^https?:\/\//i.test(value) || !URL.canParse(value))
    return null;
  return new URL(value);
}
