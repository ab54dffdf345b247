import type { Context } from '../context';
import { deleteUpload, uploadsToSweep } from './upload-store';

/** A submission that staged a file this long ago, in milliseconds, is not coming back. */
const STAGED_AT_MOST = 3_600_000;
const BATCH = 100;

/** Deletes the host's copies of files that no entry has. Safe to run at any time and more than once. */
export async function sweepUploads(context: Context): Promise<void> {
  for (;;) {
    const uploads = await uploadsToSweep(context.db, context.now() - STAGED_AT_MOST, BATCH);
    let swept = 0;
    for (const upload of uploads) {
      try {
        await context.host.media.delete(upload.id);
        await deleteUpload(context.db, upload.id);
        swept++;
      } catch (error) {
        // The row stays, so the next sweep tries again.
        context.host.logger.warn('upload.sweep_failed', { upload: upload.id, error: String(error) });
      }
    }
    if (swept < BATCH) return;
  }
}
