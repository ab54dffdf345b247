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

/** The same for every file of a form. */
export async function doomUploadsOfForm(db: Database, formId: number): Promise<void> {
  await db.from('uploads').where({ form_id: formId }).update({ state: 'doomed' });
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

/** Files to delete now: doomed ones, and staged ones whose process must have died. */
export async function uploadsToSweep(
  db: Database,
  stagedBefore: number,
  limit: number,
): Promise<UploadRow[]> {
  const doomed = (await db.from('uploads').where({ state: 'doomed' }).limit(limit)) as UploadRow[];
  const stale = (await db
    .from('uploads')
    .where({ state: 'staged' })
    .where('created_at', '<', stagedBefore)
    .limit(limit)) as UploadRow[];
  return [...doomed, ...stale];
}

/** Forgets a file that the host no longer has. */
export async function deleteUpload(db: Database, id: string): Promise<void> {
  await db.from('uploads').where({ id }).delete();
}
