import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The folder with plugin.manifest.json, from the sources as from the build. */
export function packageRoot(from: string = __dirname): string {
  if (existsSync(join(from, 'plugin.manifest.json'))) return from;
  if (dirname(from) === from) throw new Error('plugin.manifest.json is missing from the package');
  return packageRoot(dirname(from));
}
