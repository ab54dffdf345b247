import type { Context } from '../context';
import { inTransaction } from '../db/in-transaction';
import { deleteDeliveriesOfForm } from '../deliveries/delivery-store';
import { deleteWebhook } from '../deliveries/webhook-store';
import { deleteEntriesOfForm } from '../entries/entry-store';
import { doomUploadsOfForm } from '../uploads/upload-store';
import { sweepUploads } from '../uploads/sweep-uploads';
import type { Form } from './form';
import { deleteFormRow, lockForm } from './form-store';

/**
 * Deletes a form and with it its entries, files, webhook and deliveries.
 * @returns what was deleted; null when there is none. Source: specification, DELETE /forms/{id}; design, deleting a form.
 */
export async function deleteForm(context: Context, id: number): Promise<Form | null> {
  const deleted = await inTransaction(context.db, async (db) => {
    // The lock comes first: a submission under way either is in already or finds the form gone.
    const form = await lockForm(db, id);
    if (!form) return null;
    await deleteFormRow(db, id);
    await doomUploadsOfForm(db, id);
    await deleteEntriesOfForm(db, id);
    await deleteDeliveriesOfForm(db, id);
    await deleteWebhook(db, id);
    return form;
  });
  if (deleted) await sweepUploads(context);
  return deleted;
}
