import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Endpoint } from '../http/endpoint';
import { problem } from '../http/problem';
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

/** File names of the build: no way out of the folder. */
const ADMIN_FILE = /^[\w-]+\.(js|css)$/;
const TYPES = { js: 'text/javascript', css: 'text/css' };

/** Compressed once, kept by name: a name carries the hash of its content. */
const compressed = new Map<string, Buffer>();

/** GET /assets/admin/{file}: the build of the administration area. */
export const adminAsset: Endpoint = {
  summary: 'A file of the administration area',
  async run(_service, request) {
    const file = String(request.params['file']);
    const type = ADMIN_FILE.exec(file)?.[1] as keyof typeof TYPES | undefined;
    if (!type) return problem('not_found');
    const source = await readFile(join(packageRoot(), 'dist', 'admin', file)).catch(() => null);
    if (!source) return problem('not_found');
    const headers = {
      'Content-Type': `${TYPES[type]}; charset=utf-8`,
      'Cache-Control': 'public, max-age=31536000, immutable',
      Vary: 'Accept-Encoding',
    };
    if (!request.acceptsEncodings('gzip')) return new Stream(headers, pieces(source));
    const small = compressed.get(file) ?? gzipSync(source);
    compressed.set(file, small);
    return new Stream({ ...headers, 'Content-Encoding': 'gzip' }, pieces(small));
  },
};

async function* pieces(source: string | Buffer): AsyncGenerator<string | Buffer> {
  yield source;
}
