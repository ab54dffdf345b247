import { randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Knex } from 'knex';
import type { Media, MediaFile, StoredMedia } from '../../lib/host';
import { PREFIX, type MediaRow } from './tables';

/** Files in DATA_DIR/media, described in the database. The address has 128 random bits. */
export class MediaLibrary implements Media {
  constructor(
    private readonly db: Knex,
    private readonly folder: string,
    private readonly siteUrl: () => string,
    private readonly now: () => number,
  ) {}

  async put({ key, name, type, content }: MediaFile): Promise<StoredMedia> {
    await mkdir(this.folder, { recursive: true });
    const partial = `${this.path(key)}.part`;
    try {
      await pipeline(content, createWriteStream(partial));
      const { size } = await stat(partial);
      const token = randomBytes(16).toString('hex');
      await this.table().insert({ id: key, token, name, type, size, created_at: this.now() });
      await rename(partial, this.path(key));
      return { size, url: `${this.siteUrl()}/media/${key}/${token}/${encodeURIComponent(name)}` };
    } catch (error) {
      await rm(partial, { force: true });
      throw error;
    }
  }

  async open(key: string): Promise<Readable | null> {
    const row = await this.find(key);
    return row ? createReadStream(this.path(key)) : null;
  }

  async delete(key: string): Promise<void> {
    await rm(this.path(key), { force: true });
    await rm(`${this.path(key)}.part`, { force: true });
    await this.table().where({ id: key }).delete();
  }

  async find(key: string): Promise<MediaRow | null> {
    return ((await this.table().where({ id: key }).first()) as MediaRow | undefined) ?? null;
  }

  private path(key: string): string {
    if (!/^[0-9a-f-]{36}$/.test(key)) throw new Error('A media key is a UUID.');
    return join(this.folder, key);
  }

  private table() {
    return this.db<MediaRow>(PREFIX + 'media');
  }
}
