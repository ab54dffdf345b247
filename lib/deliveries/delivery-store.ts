import type { DeliveryStatus } from '../../schema/api/delivery';
import type { Page } from '../../schema/api/page';
import type { DeliveryRow } from '../../schema/db/tables';
import type { Database } from '../db/database';
import { insertRows } from '../db/insert-rows';
import { pageOf, wherePeriod, type ListQuery } from '../db/list';
import type { Delivery } from './delivery';

export type DeliveryListQuery = ListQuery & {
  form_id?: number;
  entry_id?: number;
  status?: DeliveryStatus;
  after?: number;
  before?: number;
};

/** Adds rows to the outbox, in the transaction of what caused them. */
export async function insertDeliveries(db: Database, deliveries: readonly DeliveryRow[]): Promise<void> {
  await insertRows(db, 'deliveries', deliveries);
}

/** The delivery with its body; null when there is none. */
export async function findDelivery(db: Database, id: string): Promise<DeliveryRow | null> {
  return ((await db.from('deliveries').where({ id }).first()) as DeliveryRow | undefined) ?? null;
}

/** The delivery with its body, kept as it is until the transaction ends. */
export async function holdDelivery(db: Database, id: string): Promise<DeliveryRow | null> {
  const query = db.from('deliveries').where({ id });
  if (db.dialect.locksRows) query.forUpdate();
  return ((await query.first()) as DeliveryRow | undefined) ?? null;
}

/** One page of deliveries, newest first. */
export async function listDeliveries(db: Database, query: DeliveryListQuery): Promise<Page<Delivery>> {
  const filtered = db.from('deliveries');
  for (const key of ['form_id', 'entry_id', 'status'] as const)
    if (query[key] !== undefined) filtered.where(key, query[key]);
  wherePeriod(filtered, query);
  return pageOf<DeliveryRow>(db.knex, db.name('deliveries'), filtered, query);
}

/**
 * Brings a waiting delivery forward to now. Guarded: a delivery that is under way or over stays as it is.
 * @returns true when it was moved
 */
export async function bringForward(db: Database, id: string, now: number): Promise<boolean> {
  const moved = await db
    .from('deliveries')
    .where({ id, lease_token: null })
    .whereNotNull('due_at')
    .update({ due_at: now, next_attempt_at: now });
  return moved > 0;
}

/** Removes the deliveries of these entries and their log. */
export async function deleteDeliveriesOfEntries(db: Database, entryIds: number[]): Promise<void> {
  const doomed = db.from('deliveries').whereIn('entry_id', entryIds);
  await db.from('delivery_attempts').whereIn('delivery_id', doomed.clone().select('id')).delete();
  await doomed.delete();
}

/** Removes every delivery of a form and its log. */
export async function deleteDeliveriesOfForm(db: Database, formId: number): Promise<void> {
  const doomed = db.from('deliveries').where({ form_id: formId });
  await db.from('delivery_attempts').whereIn('delivery_id', doomed.clone().select('id')).delete();
  await doomed.delete();
}

/** Deliveries that finished before this time, the oldest first. */
export async function finishedBefore(db: Database, before: number, limit: number): Promise<string[]> {
  return db
    .from('deliveries')
    .where('finished_at', '<', before)
    .orderBy('finished_at')
    .limit(limit)
    .pluck('id') as Promise<string[]>;
}

/** Removes these deliveries and their log, the log first: a broken run leaves no log without its delivery. */
export async function deleteDeliveries(db: Database, ids: string[]): Promise<void> {
  await db.from('delivery_attempts').whereIn('delivery_id', ids).delete();
  await db.from('deliveries').whereIn('id', ids).delete();
}

/**
 * Failed originals of a form that no later row has repeated, or whose repetitions have all failed too.
 * @param db a transaction: they are kept as they are until it ends
 * @param wanted `after`: id to go on after; ids are in the order of creation
 */
export async function failedSince(
  db: Database,
  wanted: { formId: number; since: number; after: string; limit: number },
): Promise<DeliveryRow[]> {
  const repeated = db
    .from('deliveries')
    .whereNotNull('origin_id')
    .where({ form_id: wanted.formId })
    .whereNotIn('status', ['failed', 'cancelled'])
    .select('origin_id');
  const query = db
    .from('deliveries')
    .where({ form_id: wanted.formId, status: 'failed', is_test: 0, origin_id: null })
    .where('created_at', '>=', wanted.since)
    .where('id', '>', wanted.after)
    .whereNotIn('id', repeated)
    .orderBy('id')
    .limit(wanted.limit);
  if (db.dialect.locksRows) query.forUpdate();
  return query as Promise<DeliveryRow[]>;
}

/** Writes these columns to open test deliveries that were born before this time. */
export async function closeTestsBefore(
  db: Database,
  before: number,
  columns: Partial<DeliveryRow>,
): Promise<void> {
  await db
    .from('deliveries')
    .where({ status: 'pending', is_test: 1 })
    .where('created_at', '<', before)
    .update(columns);
}
