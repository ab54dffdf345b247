import type { AttemptRow } from '../../schema/db/tables';
import type { Database } from '../db/database';
import { insertRows } from '../db/insert-rows';

export type NewAttempt = Omit<AttemptRow, 'id'>;

/** Adds rows to the delivery log. */
export async function insertAttempts(db: Database, attempts: NewAttempt[]): Promise<void> {
  await insertRows(db, 'delivery_attempts', attempts);
}

/** The log of one delivery, in order. */
export async function attemptsOf(db: Database, deliveryId: string): Promise<AttemptRow[]> {
  return db.from('delivery_attempts').where({ delivery_id: deliveryId }).orderBy('id');
}
