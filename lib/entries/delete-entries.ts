import type { Context } from '../context';
import { inTransaction } from '../db/in-transaction';
import { deleteDeliveriesOfEntries } from '../deliveries/delivery-store';
import { doomUploadsOfEntries } from '../uploads/upload-store';
import { sweepUploads } from '../uploads/sweep-uploads';
import { deleteEntryRows, existingEntryIds } from './entry-store';

/**
 * Deletes entries with their files and deliveries, for privacy: nothing of the submission stays, in the retry table
 * or in the log.
 * @returns the ids that existed
 */
export async function deleteEntries(context: Context, ids: number[]): Promise<number[]> {
  const deleted = await inTransaction(context.db, async (db) => {
    const existing = await existingEntryIds(db, ids);
    if (existing.length === 0) return existing;
    await doomUploadsOfEntries(db, existing);
    await deleteEntryRows(db, existing);
    await deleteDeliveriesOfEntries(db, existing);
    return existing;
  });
  if (deleted.length > 0) await sweepUploads(context);
  return deleted;
}
