import { isAllowed } from '../../lib/access/request-access';
import { deleteEntries } from '../../lib/entries/delete-entries';
import { toEntryBody, toSingleEntryBody } from '../../lib/entries/entry';
import {
  adjacentEntries,
  entryIdsBelow,
  existingEntryIds,
  findEntry,
  listEntries,
  setEntryStatus,
} from '../../lib/entries/entry-store';
import { exportEntries } from '../../lib/entries/export-entries';
import { inTransaction } from '../../lib/db/in-transaction';
import { markSpam } from '../../lib/submissions/mark-spam';
import {
  adjacentEntriesQuery,
  entryBulk,
  entryExportQuery,
  entryListQuery,
  entryPatch,
  MAX_BULK,
  type AdjacentEntriesBody,
  type EntryBulkBody,
} from '../../schema/api/entry';
import type { z } from 'zod';
import type { Service } from '../service';
import { toTimestamp } from '../../schema/api/timestamp';
import { endpoint, integerId } from '../http/endpoint';
import { pageReply } from '../http/page-headers';
import { problem } from '../http/problem';
import { Stream } from '../http/reply';
import { namespaceUrl } from '../namespace-url';

const unknownEntry = (id: number) => problem('not_found', `There is no entry with id ${id}.`);

/** GET /entries */
export const getEntries = endpoint({
  summary: 'List entries, newest first',
  query: entryListQuery,
  async handle({ context, query, request }) {
    const page = await listEntries(context.db, query);
    return pageReply({ request, query, restUrl: namespaceUrl(context) }, page, toEntryBody);
  },
});

/** GET /entries/{id}: reading through the API changes nothing. */
export const getEntry = endpoint({
  summary: 'Read one entry',
  id: integerId,
  async handle({ context, id }) {
    const entry = await findEntry(context.db, id);
    return entry ? toSingleEntryBody(entry) : unknownEntry(id);
  },
});

/** GET /entries/{id}/adjacent */
export const getAdjacentEntries = endpoint({
  summary: 'The entries before and after one in a filtered list',
  id: integerId,
  query: adjacentEntriesQuery,
  handle({ context, id, query }): Promise<AdjacentEntriesBody> {
    return adjacentEntries(context.db, query, id);
  },
});

/** PATCH /entries/{id}: clearing the spam mark sends what was held back. */
export const patchEntry = endpoint({
  summary: 'Mark an entry read or unread, or as spam or not',
  id: integerId,
  body: entryPatch,
  async handle({ context, dispatcher, id, body }) {
    const { status } = body;
    if (status) await inTransaction(context.db, (db) => setEntryStatus(db, [id], status));
    if (body.spam !== undefined) dispatcher.kick(await markSpam(context, id, body.spam));
    const entry = await findEntry(context.db, id);
    return entry ? toSingleEntryBody(entry) : unknownEntry(id);
  },
});

/** DELETE /entries/{id} */
export const removeEntry = endpoint({
  summary: 'Delete an entry with its files and deliveries',
  id: integerId,
  async handle({ context, id }) {
    const entry = await findEntry(context.db, id);
    const [deleted] = entry ? await deleteEntries(context, [id]) : [];
    return entry && deleted ? { deleted: true, previous: toSingleEntryBody(entry) } : unknownEntry(id);
  },
});

/** POST /entries/bulk */
export const postEntriesBulk = endpoint({
  summary: 'Mark or delete many entries',
  body: entryBulk,
  async handle({ context, dispatcher, body, user }) {
    const { action } = body;
    const needed = action === 'delete' ? 'delete_entries' : 'read_entries';
    if (!user || !(await isAllowed(context, user, [needed])))
      return problem('rest_forbidden', 'Your account is not allowed to do this.');
    const { below = Number.MAX_SAFE_INTEGER } = body;
    const ids = body.filter
      ? await entryIdsBelow(context.db, body.filter, below, MAX_BULK)
      : [...new Set(body.ids)];
    const done = await bulk({ context, dispatcher }, action, ids);
    const missing = ids.filter((id) => !done.includes(id));
    const answer: EntryBulkBody = { action, done: done.sort((a, b) => a - b), missing };
    if (body.filter) answer.next = ids.length === MAX_BULK ? Math.min(...ids) : null;
    return answer;
  },
});

/** @returns the ids that there were */
async function bulk(
  { context, dispatcher }: Pick<Service, 'context' | 'dispatcher'>,
  action: z.infer<typeof entryBulk>['action'],
  ids: number[],
): Promise<number[]> {
  if (ids.length === 0) return [];
  if (action === 'delete') return deleteEntries(context, ids);
  if (action === 'read' || action === 'unread')
    return inTransaction(context.db, async (db) => {
      await setEntryStatus(db, ids, action);
      return existingEntryIds(db, ids);
    });
  // One by one: clearing the mark of an entry sends what was held back, in a transaction of its own.
  for (const id of ids) dispatcher.kick(await markSpam(context, id, action === 'spam'));
  return existingEntryIds(context.db, ids);
}

/** GET /entries/export */
export const getEntriesExport = endpoint({
  summary: 'Export entries as CSV',
  query: entryExportQuery,
  async handle({ context, query }) {
    const { bom, ...filter } = query;
    const day = toTimestamp(context.now()).slice(0, 10);
    const name =
      filter.form_id === undefined ? `entries-${day}.csv` : `entries-form-${filter.form_id}-${day}.csv`;
    const headers = {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="${name}"`,
    };
    return new Stream(headers, exportEntries(context, filter, bom === '1'));
  },
});
