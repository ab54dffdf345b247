import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import escapeHtml from 'escape-html';
import { CAPABILITIES } from '../lib/access/capability';
import { REST_ACTION } from '../lib/access/request-access';
import type { HostSession } from '../lib/host';
import { namespacePath } from './namespace-url';
import { packageRoot } from './package-root';
import type { Service } from './service';

/** One visit of an administration page. */
export interface AdminVisit {
  readonly session: HostSession;
  /** Path under which the host shows the page and everything below it, without a slash at the end. */
  readonly path: string;
  /** Nonce of the page's Content-Security-Policy for `style-src`; left out where inline styles are allowed. */
  readonly styleNonce?: string;
}

/** A page that the host shows in its administration area, at its path and everything below: deep links stay. */
export interface AdminPage {
  readonly name: string;
  readonly title: string;
  /** Users with one of these may see it. */
  readonly anyOf: readonly string[];
  /** The element that the application lives in, and the module scripts and style sheets that it needs. */
  render(visit: AdminVisit): { html: string; scripts: readonly string[]; styles: readonly string[] };
}

interface Chunk {
  file: string;
  css?: string[];
  isEntry?: boolean;
}

/** The administration area. It holds no data: all comes through the public REST API, by session and nonce. */
export function adminPage({ context }: Service): AdminPage {
  const { host } = context;
  return {
    name: 'svc-forms',
    title: 'Forms',
    anyOf: CAPABILITIES,
    render({ session, path, styleNonce = '' }) {
      const data = {
        rest: namespacePath(context),
        nonce: host.nonces.issue(REST_ACTION, session),
        path,
        site: host.siteUrl,
        'style-nonce': styleNonce,
      };
      const attributes = Object.entries(data).map(([name, value]) => ` data-${name}="${escapeHtml(value)}"`);
      const { file, css = [] } = entryChunk();
      const address = (name: string) => `${namespacePath(context)}/assets/admin/${name}`;
      return {
        html: `<div id="svc-forms-admin"${attributes.join('')}></div>`,
        scripts: [address(file)],
        styles: css.map(address),
      };
    },
  };
}

/** What `npm run build` made of admin/main.tsx. */
function entryChunk(): Chunk {
  const manifest = JSON.parse(
    readFileSync(join(packageRoot(), 'dist', 'admin', 'manifest.json'), 'utf8'),
  ) as Record<string, Chunk>;
  const entry = Object.values(manifest).find(({ isEntry }) => isEntry);
  if (!entry) throw new Error('The administration area is not built: run npm run build.');
  return entry;
}
