import type { UploadRow } from '../../schema/db/tables';
import type { Database } from '../db/database';

/** Announces a file before the host gets it, so that a crash leaves a row to clean up after. */
export async function insertUpload(db: Database, upload: UploadRow): Promise<void> {
  await db.from('uploads').insert(upload);
}

/** Hands staged files to the entry that the same transaction stores. */
export async function attachUploads(db: Database, ids: string[], entryId: number): Promise<void> {
  if (ids.length === 0) return;
  await db.from('uploads').whereIn('id', ids).update({ state: 'attached', entry_id: entryId });
}

/** Marks files for deletion, in the transaction that deletes their entries. */
export async function doomUploadsOfEntries(db: Database, entryIds: number[]): Promise<void> {
  await db.from('uploads').whereIn('entry_id', entryIds).update({ state: 'doomed' });
}

/** The same for every file of a form. Those still being staged are taken back by the request that stages them. */
export async function doomUploadsOfForm(db: Database, formId: number): Promise<void> {
  await db.from('uploads').where({ form_id: formId, state: 'attached' }).update({ state: 'doomed' });
}

/** The same for staged files whose submission came to nothing. */
export async function doomUploads(db: Database, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  await db.from('uploads').whereIn('id', ids).whereNot('state', 'attached').update({ state: 'doomed' });
}

/** Marks every file, for the removal of the plugin. */
export async function doomAllUploads(db: Database): Promise<void> {
  await db.from('uploads').update({ state: 'doomed' });
}

/**
 * Files to delete now: doomed ones, and staged ones whose process must have died.
 * @param wanted `after`: id to go on after, so that one that cannot be deleted does not keep the rest
 */
export async function uploadsToSweep(
  db: Database,
  wanted: { stagedBefore: number; after: string; limit: number },
): Promise<UploadRow[]> {
  return db
    .from('uploads')
    .where('id', '>', wanted.after)
    .where((either) =>
      either
        .where({ state: 'doomed' })
        .orWhere((stale) => stale.where({ state: 'staged' }).where('created_at', '<', wanted.stagedBefore)),
    )
    .orderBy('id')
    .limit(wanted.limit) as Promise<UploadRow[]>;
}

/** Forgets a file that the host no longer has. */
export async function deleteUpload(db: Database, id: string): Promise<void> {
  await db.from('uploads').where({ id }).delete();
}
