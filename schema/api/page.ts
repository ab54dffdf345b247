import { z } from 'zod';
import { timestampParameter } from './timestamp';
import { text } from './text';

export const DEFAULT_PER_PAGE = 20;
export const MAX_PER_PAGE = 100;

/** A positive integer written in decimal digits only: `1e3`, `-1`, `1.5` and what a double cannot hold are refused. */
export function integerParameter(limits: { min: number; max?: number }) {
  const { min, max = Number.MAX_SAFE_INTEGER } = limits;
  const range =
    max === Number.MAX_SAFE_INTEGER ? `an integer of at least ${min}` : `an integer from ${min} to ${max}`;
  return z.string({ error: `must be ${range}` }).transform((value, context) => {
    const number = /^\d{1,16}$/.test(value) ? Number(value) : NaN;
    if (!(number >= min && number <= max)) {
      context.addIssue({ code: 'custom', message: `must be ${range}` });
      return z.NEVER;
    }
    return number;
  });
}

/** Page of a list. Source: specification, Limits; design, page sizes. */
export const pageParameters = {
  page: integerParameter({ min: 1 }).default(1),
  per_page: integerParameter({ min: 1, max: MAX_PER_PAGE }).default(DEFAULT_PER_PAGE),
};

/** Filters that every list takes; they combine, and a bad value is an error, never ignored. */
export const periodAndSearchParameters = {
  search: text({ max: 200 }).optional(),
  after: timestampParameter.optional(),
  before: timestampParameter.optional(),
};

/** One page of a list as the stores return it. */
export interface Page<Item> {
  items: Item[];
  /** Rows matching the query, over all pages. */
  total: number;
}
