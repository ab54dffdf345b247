import { createReadStream } from 'node:fs';
import type { FileValue } from '../../schema/api/entry';
import type { Context } from '../context';
import type { IncomingFile } from './staged-file';
import { doomUploads, insertUpload } from './upload-store';
import { sweepUploads } from './sweep-uploads';

/** Files in the host's media library that wait for their entry. */
export interface StagedUploads {
  /** Keys, for `attachUploads` in the entry's transaction. */
  ids: string[];
  /** What the entry stores, by field id. */
  values: Map<string, FileValue>;
}

/**
 * Puts judged files into the host's media library. Each has a row before it is stored, so a crash leaves nothing that
 * the sweep does not find.
 * @throws what the media library throws, after taking back what it had
 */
export async function stageUploads(
  context: Context,
  formId: number,
  files: readonly IncomingFile[],
): Promise<StagedUploads> {
  const staged: StagedUploads = { ids: [], values: new Map() };
  try {
    for (const file of files) {
      const id = context.newId();
      await insertUpload(context.db, {
        id,
        entry_id: null,
        form_id: formId,
        state: 'staged',
        created_at: context.now(),
      });
      staged.ids.push(id);
      const content = createReadStream(file.path);
      const { url, size } = await context.host.media.put({
        key: id,
        name: file.name,
        type: file.type,
        content,
      });
      staged.values.set(file.fieldId, { name: file.name, url, size, type: file.type });
    }
    return staged;
  } catch (error) {
    await discardUploads(context, staged).catch(() => undefined);
    throw error;
  }
}

/** Takes staged files back when their submission came to nothing. */
export async function discardUploads(context: Context, staged: StagedUploads): Promise<void> {
  if (staged.ids.length === 0) return;
  await doomUploads(context.db, staged.ids);
  await sweepUploads(context);
}
