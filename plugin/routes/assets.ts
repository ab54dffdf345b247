import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Endpoint } from '../http/endpoint';
import { Stream } from '../http/reply';
import { packageRoot } from '../package-root';

/** GET /assets/svc-forms.js: the theme's script, as theme blocks name it. */
export const clientScript: Endpoint = {
  summary: 'The script of theme pages',
  async run() {
    const source = await readFile(join(packageRoot(), 'theme', 'client', 'svc-forms.js'), 'utf8');
    const headers = {
      'Content-Type': 'text/javascript; charset=utf-8',
      'Cache-Control': 'public, max-age=300',
    };
    return new Stream(headers, pieces(source));
  },
};

async function* pieces(source: string): AsyncGenerator<string> {
  yield source;
}
