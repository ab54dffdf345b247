import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import type {
  AdjacentEntriesBody,
  entryBulk,
  EntryBody,
  EntryBulkBody,
  SingleEntryBody,
} from '../../schema/api/entry';
import { call, fetchOnce } from './client';
import { PER_PAGE, readList } from './forms';
import { queryText } from './query-text';

/** Filters of the list as the address has them; days are the reader's. */
export interface EntryFilters {
  form_id: string;
  status: string;
  spam: string;
  search: string;
  after: string;
  before: string;
}

/** The form first: it says which list this is, the others narrow it. */
export const ENTRY_FILTERS = ['form_id', 'status', 'spam', 'search', 'after', 'before'] as const;

/** The filters as the API takes them: a day begins and ends at the reader's midnight. */
export function entryQuery({ after, before, ...rest }: EntryFilters): Record<string, string> {
  return { ...rest, after: startOf(after, 0, -1), before: startOf(before, 1, 0) };
}

/** `after` and `before` leave out the second that they name. */
function startOf(day: string, days: number, seconds: number): string {
  if (!/^\d{4}-\d\d-\d\d$/.test(day)) return '';
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const midnight = new Date(year, month - 1, date + days, 0, 0, seconds);
  return Number.isNaN(midnight.getTime()) ? '' : `${midnight.toISOString().slice(0, 19)}Z`;
}

export function useEntries(filters: EntryFilters, page: number, enabled = true) {
  const path = `/entries${queryText({ ...entryQuery(filters), page, per_page: PER_PAGE })}`;
  return useQuery({
    queryKey: ['entries', path],
    queryFn: ({ signal }) => readList<EntryBody>(path, signal),
    enabled,
    placeholderData: keepPreviousData,
    refetchInterval: 30_000,
  });
}

export function useEntry(id: number) {
  return useQuery({
    queryKey: ['entry', id],
    queryFn: async ({ signal }) => (await call<SingleEntryBody>('GET', `/entries/${id}`, { signal })).body,
  });
}

/**
 * The neighbours of an entry in the list that the reader came from.
 * @param hidden entries that are about to be deleted: their own neighbours stand in for them
 */
export function useAdjacent(id: number, filters: EntryFilters, hidden: ReadonlySet<number>) {
  const query = queryText(entryQuery(filters));
  return useQuery({
    queryKey: ['adjacent', id, query, [...hidden].join()],
    queryFn: async ({ signal }): Promise<AdjacentEntriesBody> => {
      const beside = async (of: number) =>
        (await call<AdjacentEntriesBody>('GET', `/entries/${of}/adjacent${query}`, { signal })).body;
      const { newer, older } = await beside(id);
      const past = async (side: keyof AdjacentEntriesBody, found: number | null) => {
        let next = found;
        while (next !== null && hidden.has(next)) next = (await beside(next))[side];
        return next;
      };
      return { newer: await past('newer', newer), older: await past('older', older) };
    },
  });
}

export type BulkAction = z.infer<typeof entryBulk>['action'];

/** Marks or deletes entries, and renews whatever shows them. */
export function useBulk() {
  return useMutation({
    mutationFn: async ({ action, ids }: { action: BulkAction; ids: number[] }) => {
      await call('POST', '/entries/bulk', { body: { action, ids }, keepalive: true });
    },
    onSettled: useRenewal(),
  });
}

/** The same for every entry that the filters show, however many; one request after the other. */
export function useBulkOfAll() {
  return useMutation({
    mutationFn: async (wanted: {
      action: BulkAction;
      filters: EntryFilters;
      signal: AbortSignal;
      /** Told how many are done so far. */
      onDone: (count: number) => void;
    }): Promise<number> => {
      const { form_id, ...texts } = entryQuery(wanted.filters);
      const set = Object.fromEntries(Object.entries(texts).filter(([, value]) => value !== ''));
      const filter = { ...set, ...(form_id ? { form_id: Number(form_id) } : {}) };
      let count = 0;
      for (let below: number | null | undefined; below !== null;) {
        const body = { action: wanted.action, filter, below };
        const answer = await call<EntryBulkBody>('POST', '/entries/bulk', { body, signal: wanted.signal });
        below = answer.body.next ?? null;
        wanted.onDone((count += answer.body.done.length));
      }
      return count;
    },
    onSettled: useRenewal(),
  });
}

function useRenewal(): () => Promise<unknown> {
  const client = useQueryClient();
  return () =>
    Promise.all(
      ['entries', 'entry', 'adjacent', 'forms', 'stats'].map((key) =>
        client.invalidateQueries({ queryKey: [key] }),
      ),
    );
}

/**
 * Fetches the CSV of exactly what the filters show.
 * @param onBytes told how many bytes have come so far
 */
export async function exportEntries(
  filters: EntryFilters,
  signal: AbortSignal,
  onBytes: (bytes: number) => void,
): Promise<{ name: string; content: Blob }> {
  const response = await fetchOnce('GET', `/entries/export${queryText(entryQuery(filters))}`, { signal });
  if (!response.ok || !response.body) throw new Error(response.statusText);
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  const reader = response.body.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    chunks.push(part.value);
    bytes += part.value.length;
    onBytes(bytes);
  }
  const name =
    /filename="([^"]+)"/.exec(response.headers.get('Content-Disposition') ?? '')?.[1] ?? 'entries.csv';
  return { name, content: new Blob(chunks, { type: 'text/csv' }) };
}
