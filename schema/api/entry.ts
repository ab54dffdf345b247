import { z } from 'zod';
import { integerParameter, pageParameters, periodAndSearchParameters } from './page';

export const ENTRY_STATUSES = ['unread', 'read'] as const;
export type EntryStatus = (typeof ENTRY_STATUSES)[number];

/** A stored upload as entries and webhooks show it. Source: specification, Webhook payload, value shapes. */
export interface FileValue {
  name: string;
  url: string;
  /** Bytes. */
  size: number;
  /** Media type. */
  type: string;
}

/** What one field of an entry holds: a string, the chosen values, a number or a file. */
export type FieldValue = string | number | string[] | FileValue;

/** Fields of an entry, by field id, with the label of the time of submission. Source: specification, Entry. */
export type EntryFields = Record<string, { label: string; value: FieldValue }>;

/** An entry as lists show it. */
export interface EntryBody {
  id: number;
  form_id: number;
  status: EntryStatus;
  fields: EntryFields;
  created_at: string;
  /** Why the entry was judged to be spam; left out for all others. */
  spam?: string;
}

/** The single-entry response. Source: specification, Entry. */
export interface SingleEntryBody extends EntryBody {
  ip_address: string;
  user_agent: string;
  page_url: string;
}

export const entryStatus = z.enum(ENTRY_STATUSES, { error: 'must be "read" or "unread"' });

const entryFilters = {
  form_id: integerParameter({ min: 1 }).optional(),
  status: entryStatus.optional(),
  /** Spam is left out unless it is asked for. */
  spam: z
    .enum(['exclude', 'only', 'include'], { error: 'must be exclude, only or include' })
    .default('exclude'),
  ...periodAndSearchParameters,
};

/** Query of GET /entries. */
export const entryListQuery = z.object({ ...entryFilters, ...pageParameters });

/** Query of GET /entries/export: the filters of the list, so that a file holds exactly what the screen shows. */
export const entryExportQuery = z.object({
  ...entryFilters,
  /** `0` leaves out the byte order mark, which spreadsheets need to recognise UTF-8. */
  bom: z.enum(['0', '1'], { error: 'must be 0 or 1' }).default('1'),
});

/** Query of GET /entries/{id}/adjacent: the filters of the list in which somebody leafs. */
export const adjacentEntriesQuery = z.object(entryFilters);

/** Answer of GET /entries/{id}/adjacent: its neighbours in the list, newest first; null at either end. */
export interface AdjacentEntriesBody {
  newer: number | null;
  older: number | null;
}

/** Body of PATCH /entries/{id}. */
export const entryPatch = z
  .object({ status: entryStatus.optional(), spam: z.boolean({ error: 'must be true or false' }).optional() })
  .refine(({ status, spam }) => status !== undefined || spam !== undefined, {
    path: ['status'],
    message: 'or spam is required',
  });

export const MAX_BULK = 500;

const bulkAction = z.enum(['read', 'unread', 'spam', 'not_spam', 'delete'], {
  error: 'must be read, unread, spam, not_spam or delete',
});

/** Filters as JSON writes them: the form is a number. */
const bulkFilter = z.strictObject(
  {
    ...entryFilters,
    form_id: z.int({ error: 'must be an integer' }).positive('must be positive').optional(),
  },
  { error: 'must be an object with filters of the list' },
);

/**
 * Body of POST /entries/bulk: the entries that are named, or those that a filter of the list shows, of which one request
 * does a limited number. The answer's `next` is the `below` of the next request.
 */
export const entryBulk = z
  .object({
    action: bulkAction,
    ids: z
      .array(z.int({ error: 'must be an integer' }).positive('must be positive'), {
        error: 'must be an array of entry ids',
      })
      .min(1, 'must not be empty')
      .max(MAX_BULK, `must have at most ${MAX_BULK} ids`)
      .optional(),
    filter: bulkFilter.optional(),
    /** Only entries with a smaller id; with `filter` only. */
    below: z.int({ error: 'must be an integer' }).positive('must be positive').optional(),
  })
  .refine(({ ids, filter }) => (ids === undefined) !== (filter === undefined), {
    path: ['ids'],
    message: 'or filter is required, and only one of them',
  });

/** Answer of POST /entries/bulk. */
export interface EntryBulkBody {
  action: z.infer<typeof bulkAction>;
  /** Ids of the entries that have this state now. */
  done: number[];
  /** Wanted ids that there is no entry with. */
  missing: number[];
  /** With a filter: go on below this id; null when all are done. */
  next?: number | null;
}
