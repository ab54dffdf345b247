import type { AttemptRow } from '../../schema/db/tables';
import type { Database } from '../db/database';

/** Adds a row to the delivery log. */
export async function insertAttempt(db: Database, attempt: Omit<AttemptRow, 'id'>): Promise<void> {
  await db.from('delivery_attempts').insert(attempt);
}

/** The log of one delivery, in order. */
export async function attemptsOf(db: Database, deliveryId: string): Promise<AttemptRow[]> {
  return db.from('delivery_attempts').where({ delivery_id: deliveryId }).orderBy('id');
}
