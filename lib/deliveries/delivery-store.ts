import type { DeliveryStatus } from '../../schema/api/delivery';
import type { Page } from '../../schema/api/page';
import type { DeliveryRow } from '../../schema/db/tables';
import type { Database } from '../db/database';
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
export async function insertDeliveries(db: Database, deliveries: DeliveryRow[]): Promise<void> {
  if (deliveries.length > 0) await db.from('deliveries').insert(deliveries);
}

/** The delivery with its body; null when there is none. */
export async function findDelivery(db: Database, id: string): Promise<DeliveryRow | null> {
  return ((await db.from('deliveries').where({ id }).first()) as DeliveryRow | undefined) ?? null;
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
