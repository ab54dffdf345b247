import type { DeliveryRow } from '../../schema/db/tables';
import type { Context } from '../context';
import type { Delivery } from './delivery';
import { bringForward, findDelivery, insertDeliveries } from './delivery-store';
import { newDelivery } from './enqueue-deliveries';

/** `created`: a new delivery repeats a finished one; `moved`: a waiting one is due now. */
export type Redelivery =
  | { outcome: 'created' | 'moved'; delivery: Delivery }
  | { outcome: 'not_found' }
  | { outcome: 'refused'; message: string };

/**
 * Sends a delivery again: with the same id for the receiver and the same bytes. A finished one stays as it is and gets
 * a new row that points to the first; a waiting one only moves its time. Source: design, namespace extras.
 * @param kick starts the attempt now
 */
export async function redeliver(
  context: Context,
  id: string,
  kick: (deliveries: DeliveryRow[]) => void,
): Promise<Redelivery> {
  const { db } = context;
  const found = await findDelivery(db, id);
  if (!found) return { outcome: 'not_found' };
  if (found.is_test) return { outcome: 'refused', message: 'A test is not repeated; send another one.' };
  if (found.finished_at === null) {
    const now = context.now();
    if (await bringForward(db, id, now)) kick([{ ...found, due_at: now }]);
    return { outcome: 'moved', delivery: (await findDelivery(db, id)) ?? found };
  }
  const again = newDelivery(context, {
    form_id: Number(found.form_id),
    entry_id: found.entry_id,
    channel: found.channel,
    body: found.body,
    event: found.event,
    origin_id: found.origin_id ?? found.id,
  });
  await insertDeliveries(db, [again]);
  kick([again]);
  return { outcome: 'created', delivery: again };
}
