import { z } from 'zod';

/**
 * Formats a time for the wire.
 * @param ms epoch milliseconds, UTC
 * @returns `YYYY-MM-DDThh:mm:ssZ`, without fractions. Source: specification, Conventions.
 */
export function toTimestamp(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19)}Z`;
}

/** The same for a time that may be missing. */
export function toTimestampOrNull(ms: number | null): string | null {
  return ms === null ? null : toTimestamp(ms);
}

const ISO_8601 = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?)?$/;

/** A query parameter with an ISO 8601 date or time; one without a zone is UTC. Parses to epoch milliseconds. */
export const timestampParameter = z.string().transform((text, context) => {
  // A "+" that the client forgot to encode arrives as a space.
  const iso = text.replace(/ (\d\d:?\d\d)$/, '+$1');
  const zoned = /T.*(?:Z|[+-]\d\d:?\d\d)$/.test(iso) || !iso.includes('T') ? iso : `${iso}Z`;
  const ms = ISO_8601.test(iso) ? Date.parse(zoned) : NaN;
  // Date.parse rolls 30 February over into March: what does not come back as it went in is no date.
  if (Number.isNaN(ms) || !isCalendarDate(iso.slice(0, 10))) {
    context.addIssue({
      code: 'custom',
      message: 'must be an ISO 8601 time, for example 2026-01-31T12:00:00Z',
    });
    return z.NEVER;
  }
  return ms;
});

/** True for `YYYY-MM-DD` that names a day of the calendar. */
export function isCalendarDate(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  const ms = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(text);
}
