import type { DeliveryRow } from '../../schema/db/tables';
import type { Context } from '../context';
import { inTransaction } from '../db/in-transaction';
import { enqueueDeliveries } from '../deliveries/enqueue-deliveries';
import { findWebhook } from '../deliveries/webhook-store';
import { findEntry, setSpam } from '../entries/entry-store';
import { holdForm } from '../forms/form-store';

/**
 * Sets or clears the spam mark of an entry. Clearing it sends what was held back, exactly once: the mark and the
 * deliveries change in one transaction, and only whoever changed the mark enqueues. An entry that is marked and cleared
 * again has had its deliveries, so nothing is sent a second time.
 * @returns the deliveries to start now
 */
export async function markSpam(context: Context, entryId: number, spam: boolean): Promise<DeliveryRow[]> {
  return inTransaction(context.db, async (db) => {
    if (spam) {
      await setSpam(db, entryId, BY_HAND);
      return [];
    }
    const before = await findEntry(db, entryId);
    if (!(await setSpam(db, entryId, null)) || !before || before.spam === BY_HAND) return [];
    const form = await holdForm(db, before.formId);
    if (!form) return [];
    const { enabled: webhook } = await findWebhook(db, form.id);
    return (
      await enqueueDeliveries(context, db, [{ form, entry: { ...before, spam: null }, webhook }])
    ).flat();
  });
}

/** The mark of an administrator, as opposed to that of a check: its deliveries left when it was stored. */
const BY_HAND = 'marked by hand';
