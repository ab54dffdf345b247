import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The folder with the plugin's manifest and the host's own files, from the sources as from the build. */
export function packageFolder(from: string = __dirname): string {
  if (existsSync(join(from, 'plugin.manifest.json')) || dirname(from) === from) return from;
  return packageFolder(dirname(from));
}
