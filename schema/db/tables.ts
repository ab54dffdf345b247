import type { DeliveryChannel, DeliveryStatus } from '../api/delivery';
import type { EntryStatus } from '../api/entry';
import type { FormStatus } from '../api/form';

/** Times are epoch milliseconds (UTC) and JSON is text, because drivers and time zones differ; lib converts. */
export interface FormRow {
  id: number;
  title: string;
  slug: string;
  status: FormStatus;
  /** JSON: FormField[] */
  fields: string;
  /** JSON: FormSettings */
  settings: string;
  /** Grows by one with every change of the form. */
  version: number;
  /** Title and slug in lower case, for search. */
  search_text: string;
  created_at: number;
  updated_at: number;
}

export interface EntryRow {
  id: number;
  form_id: number;
  status: EntryStatus;
  /** JSON: EntryFields, labels as they were when it was submitted. */
  fields: string;
  /** The values alone, in lower case, so that search meets neither keys nor labels. */
  search_text: string;
  ip_address: string;
  user_agent: string;
  page_url: string;
  /** Why it was judged to be spam; null when it was not, or was cleared. */
  spam: string | null;
  /** 1 with a reason in `spam`, else 0: what indexes can be read by. */
  is_spam: number;
  /** SHA-256 of the client's Idempotency-Key, hexadecimal; unique within the form. */
  idempotency_hash: string | null;
  created_at: number;
}

/** How many entries of a kind there are in a block of ids; the sum over the slots counts. */
export interface EntryCounterRow {
  /** 0 stands for all forms. */
  form_id: number;
  status: EntryStatus;
  is_spam: number;
  /** The block has the ids from this one on. */
  first_id: number;
  slot: number;
  total: number;
}

export interface WebhookRow {
  form_id: number;
  enabled: number;
  url: string | null;
  /** Encrypted by the host's key. */
  secret: string | null;
  /** JSON: the secrets before this one, encrypted too, each with the time until which it signs; the latest first. */
  replaced_secrets: string | null;
  /** Time of the first failed attempt since the last success; null while all is well. */
  failing_since: number | null;
  /** Failed attempts since then. */
  failed_attempts: number;
  /** Set while the webhook is paused: nothing is sent, deliveries wait. */
  paused_at: number | null;
  paused_reason: string | null;
  updated_at: number;
}

/** The outbox and retry table: one row for everything that leaves the process because of an entry. */
export interface DeliveryRow {
  id: string;
  origin_id: string | null;
  form_id: number;
  entry_id: number | null;
  event: string;
  channel: DeliveryChannel;
  is_test: number;
  status: DeliveryStatus;
  attempt_count: number;
  /** Leases that ran out in a row without a result. */
  expiry_count: number;
  /** When the next attempt is made; null when none is. */
  next_attempt_at: number | null;
  /** Queue within the queue: twice the form's id, plus one for e-mail; null when nothing is left to do. */
  lane: number | null;
  /** When it may be claimed: next_attempt_at, or the end of the lease while one is held; null when nothing is left to do. */
  due_at: number | null;
  lease_token: string | null;
  reason: string | null;
  /** The exact bytes that every attempt sends; null once the entry is gone. */
  body: string | null;
  created_at: number;
  finished_at: number | null;
}

/** The delivery log: one row an attempt made. Source: specification, Delivery log. */
export interface AttemptRow {
  id: number;
  delivery_id: string;
  attempt: number;
  at: number;
  method: string;
  url: string;
  response_status: number | null;
  error: string | null;
  duration_ms: number;
  response_body: string | null;
  /** Seconds. */
  retry_delay: number | null;
}

/** Files on their way into, in, or out of the host's media library, so that none is ever orphaned. */
export interface UploadRow {
  /** The key under which the host's media library holds the file. */
  id: string;
  /** null while staged, and again when the file is to be deleted. */
  entry_id: number | null;
  form_id: number;
  state: 'staged' | 'attached' | 'doomed';
  created_at: number;
}

/** What a page shows after its form was sent without script; lives for an hour. */
export interface PageStateRow {
  id: string;
  form_id: number;
  /** JSON: PageState */
  state: string;
  created_at: number;
}

/** When something last happened, over all processes. */
export interface MarkRow {
  name: string;
  at: number;
}

export interface TableRows {
  forms: FormRow;
  entries: EntryRow;
  entry_counters: EntryCounterRow;
  webhooks: WebhookRow;
  deliveries: DeliveryRow;
  delivery_attempts: AttemptRow;
  uploads: UploadRow;
  marks: MarkRow;
  page_states: PageStateRow;
  migrations: { name: string; applied_at: number };
}
export type TableKey = keyof TableRows;

/** In the order in which they can be dropped. */
export const TABLE_KEYS: TableKey[] = [
  'delivery_attempts',
  'deliveries',
  'uploads',
  'marks',
  'page_states',
  'webhooks',
  'entry_counters',
  'entries',
  'forms',
  'migrations',
];

/** Full name of a table: the host's prefix, ours, the key; for example `cms_svc_forms`. */
export function tableName(prefix: string, key: TableKey): string {
  return key === 'forms' ? `${prefix}svc_forms` : `${prefix}svc_${key}`;
}
