import type { EntryBody, EntryFields, EntryStatus, SingleEntryBody } from '../../schema/api/entry';
import { toTimestamp } from '../../schema/api/timestamp';

/** A stored submission as the service works with it. */
export interface Entry {
  id: number;
  formId: number;
  status: EntryStatus;
  fields: EntryFields;
  ipAddress: string;
  userAgent: string;
  pageUrl: string;
  createdAt: number;
  /** Why it was judged to be spam; null when it was not. */
  spam: string | null;
}

/** Entry in a list: without ip_address, user_agent and page_url. Source: specification, Entry. */
export function toEntryBody(entry: Entry): EntryBody {
  return {
    id: entry.id,
    form_id: entry.formId,
    status: entry.status,
    fields: entry.fields,
    created_at: toTimestamp(entry.createdAt),
    // Only where there is something to say: every other entry has the specification's own shape.
    ...(entry.spam === null ? {} : { spam: entry.spam }),
  };
}

/** The single-entry response. */
export function toSingleEntryBody(entry: Entry): SingleEntryBody {
  return {
    ...toEntryBody(entry),
    ip_address: entry.ipAddress,
    user_agent: entry.userAgent,
    page_url: entry.pageUrl,
  };
}
