import { mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Test } from 'supertest';
import { overDatabases } from './databases';
import { startTestHost, type TestHost } from './test-host';

/** A form with file fields, small limits, and a look at what lies on disk. */
export class UploadKit {
  site!: TestHost;
  formId = 0;
  readonly spool = mkdtempSync(join(tmpdir(), 'svc-spool-'));

  /** A submission to attach files to. */
  post(): Test {
    return this.site.api.anonymous
      .post('/submit')
      .field('form_id', this.formId)
      .field('nonce', this.site.nonce(this.formId))
      .field('fields[name]', 'Ada');
  }

  /** Files in the media library. */
  files(): number {
    try {
      return readdirSync(join(this.site.dataDir, 'media')).length;
    } catch {
      return 0;
    }
  }

  /** Requests whose files have not been cleared away. */
  spooled(): number {
    return readdirSync(this.spool).length;
  }
}

/** A suite over both databases. */
export function describeUploads(name: string, suite: (kit: UploadKit) => void): void {
  overDatabases(name, (family) => {
    const kit = new UploadKit();
    beforeAll(async () => {
      const limits = { maxFileBytes: 100_000, maxUploadBytes: 400_000, maxBodyBytes: 300_000 };
      kit.site = await startTestHost(family, { options: { ...limits, spoolFolder: kit.spool } });
      kit.formId = await kit.site.api.form({
        fields: [
          { id: 'name', type: 'text', label: 'Name', required: true },
          { id: 'photo', type: 'file', label: 'Photo', accept: ['image/*', '.pdf'], max_size: 50_000 },
          { id: 'any', type: 'file', label: 'Any' },
        ],
      });
    });
    afterAll(() => kit.site.stop());
    suite(kit);
  });
}
