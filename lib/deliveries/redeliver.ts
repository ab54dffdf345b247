import type { DeliveryRow } from '../../schema/db/tables';
import type { Context } from '../context';
import type { Database } from '../db/database';
import { inTransaction } from '../db/in-transaction';
import type { Delivery } from './delivery';
import { bringForward, failedSince, holdDelivery, insertDeliveries } from './delivery-store';
import { newDelivery } from './new-delivery';

/** `created`: a new delivery repeats a finished one; `moved`: a waiting one is due now. */
export type Redelivery =
  | { outcome: 'created' | 'moved'; delivery: Delivery }
  | { outcome: 'not_found' }
  | { outcome: 'pro_required' }
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
  const result = await inTransaction(context.db, (db) => repeatOrMove(context, db, id));
  if (result.kick) kick([result.kick]);
  return result.answer;
}

async function repeatOrMove(
  context: Context,
  db: Database,
  id: string,
): Promise<{ answer: Redelivery; kick?: DeliveryRow }> {
  // Held to the end of the transaction: a deletion meanwhile must not leave a repetition behind.
  const found = await holdDelivery(db, id);
  if (!found) return { answer: { outcome: 'not_found' } };
  if (found.channel === 'webhook' && !context.host.entitlements.has('webhooks'))
    return { answer: { outcome: 'pro_required' } };
  if (found.is_test)
    return { answer: { outcome: 'refused', message: 'A test is not repeated; send another one.' } };
  if (found.finished_at === null) {
    const now = context.now();
    if (!(await bringForward(db, id, now))) return { answer: { outcome: 'moved', delivery: found } };
    const moved = { ...found, next_attempt_at: now, due_at: now };
    return { answer: { outcome: 'moved', delivery: moved }, kick: moved };
  }
  const again = repetition(context, found);
  await insertDeliveries(db, [again]);
  return { answer: { outcome: 'created', delivery: again }, kick: again };
}

/** Milliseconds between the repetitions of many: a receiver that has just recovered must not be run over. */
const SPREAD = 200;
const BATCH = 100;
const MOST = 10_000;

/**
 * Sends every failed delivery of a form since a time again, spread over time. What has been repeated already and not
 * failed again is left out, so asking twice sends nothing twice.
 * @returns how many were enqueued; 10,000 at the most
 */
export async function redeliverFailed(context: Context, formId: number, since: number): Promise<number> {
  const now = context.now();
  let after = '';
  let count = 0;
  while (count < MOST) {
    const done = count;
    const last = await inTransaction(context.db, async (db) => {
      const failed = await failedSince(db, { formId, since, after, limit: BATCH });
      const again = failed.map((found, index) => {
        const at = now + (done + index) * SPREAD;
        return { ...repetition(context, found), next_attempt_at: at, due_at: at };
      });
      await insertDeliveries(db, again);
      count = done + again.length;
      return failed.at(-1);
    });
    if (!last) break;
    after = last.id;
  }
  return count;
}

/** A new row that points to the first: the same id for the receiver, the same bytes. */
function repetition(context: Context, found: DeliveryRow): DeliveryRow {
  return newDelivery(context, {
    form_id: Number(found.form_id),
    entry_id: found.entry_id,
    channel: found.channel,
    body: found.body,
    event: found.event,
    origin_id: found.origin_id ?? found.id,
  });
}
