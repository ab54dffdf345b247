import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Endpoint } from '../http/endpoint';
import { Stream } from '../http/reply';
import { packageRoot } from '../package-root';

/** GET /assets/svc-forms.js: the theme's script, as theme blocks name it. */
export const clientScript = asset('The script of theme pages', 'svc-forms.js', 'text/javascript');

/** GET /assets/svc-forms.css: a plain look that a page's own rules override. */
export const clientStyle = asset('The style of theme pages', 'svc-forms.css', 'text/css');

/** Built into dist/theme by `npm run build`. */
function asset(summary: string, file: string, type: string): Endpoint {
  return {
    summary,
    async run() {
      const source = await readFile(join(packageRoot(), 'dist', 'theme', file), 'utf8');
      const headers = { 'Content-Type': `${type}; charset=utf-8`, 'Cache-Control': 'public, max-age=300' };
      return new Stream(headers, pieces(source));
    },
  };
}

async function* pieces(source: string): AsyncGenerator<string> {
  yield source;
}
