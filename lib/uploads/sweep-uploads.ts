import type { Context } from '../context';
import { deleteUpload, uploadsToSweep } from './upload-store';

/** A submission that staged a file this long ago, in milliseconds, is not coming back. */
const STAGED_AT_MOST = 3_600_000;
const BATCH = 100;

/**
 * Deletes the host's copies of files that no entry has. Safe to run at any time and more than once.
 * @returns how many could not be deleted; the next sweep tries them again
 */
export async function sweepUploads(context: Context): Promise<number> {
  let left = 0;
  for (let after = ''; ;) {
    const wanted = { stagedBefore: context.now() - STAGED_AT_MOST, after, limit: BATCH };
    const uploads = await uploadsToSweep(context.db, wanted);
    const last = uploads.at(-1);
    if (!last) return left;
    for (const { id } of uploads) if (!(await sweep(context, id))) left++;
    after = last.id;
  }
}

async function sweep({ db, host }: Context, id: string): Promise<boolean> {
  try {
    await host.media.delete(id);
    await deleteUpload(db, id);
    return true;
  } catch (error) {
    host.logger.warn('upload.sweep_failed', { upload: id, error: String(error) });
    return false;
  }
}
