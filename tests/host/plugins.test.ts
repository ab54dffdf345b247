import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '../../host/config';
import { startHost } from '../../host/server';
import * as plugin from '../../plugin/index';
import { ROOT } from '../support/root';

it('refuses a plugin that wants another host', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'svc-plugin-'));
  const manifest = JSON.parse(readFileSync(join(ROOT, 'plugin.manifest.json'), 'utf8')) as object;
  writeFileSync(join(folder, 'plugin.manifest.json'), JSON.stringify({ ...manifest, host: '^9.0.0' }));
  const config = readConfig({ PORT: '0', DATA_DIR: join(folder, 'data') });
  const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const starting = startHost(config, { folder, load: () => plugin }, { logger: quiet });
  await expect(starting).rejects.toThrow('Svc Forms 1.0.0 needs a host ^9.0.0; this is 1.0.0.');
  rmSync(folder, { recursive: true });
});
