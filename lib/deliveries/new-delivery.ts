import type { DeliveryRow } from '../../schema/db/tables';
import type { Context } from '../context';
import { laneOf } from './claim-store';

export const EVENT = 'form_submission';

/** A delivery that is due at once. */
export function newDelivery(
  context: Context,
  about: Pick<DeliveryRow, 'form_id' | 'entry_id' | 'channel' | 'body'> & Partial<DeliveryRow>,
): DeliveryRow {
  const now = context.now();
  return {
    id: context.newId(),
    origin_id: null,
    event: EVENT,
    is_test: 0,
    status: 'pending',
    attempt_count: 0,
    expiry_count: 0,
    next_attempt_at: now,
    lane: laneOf(about.form_id, about.channel),
    due_at: now,
    lease_token: null,
    reason: null,
    created_at: now,
    finished_at: null,
    ...about,
  };
}
