import escapeHtml from 'escape-html';
import type { Session } from '../data/sessions';

/** HTML that needs no more escaping. */
export class Html {
  constructor(readonly text: string) {}
}

type Part = string | number | null | undefined | false | Html | readonly Html[];

/** Template whose values are escaped, unless they are Html themselves. */
export function html(strings: TemplateStringsArray, ...values: Part[]): Html {
  return new Html(strings.reduce((text, string, index) => text + written(values[index - 1]) + string));
}

function written(value: Part): string {
  if (value === null || value === undefined || value === false) return '';
  if (value instanceof Html) return value.text;
  if (typeof value === 'object') return value.map((one) => one.text).join('');
  return escapeHtml(String(value));
}

/** A whole page of the site. */
export function page(content: {
  title: string;
  body: Html;
  session: Session | null;
  scripts?: readonly string[];
  styles?: readonly string[];
  /** An application that fills the page and has headings of its own. */
  modules?: readonly string[];
}): string {
  const { title, body, session, scripts = [], styles = [], modules = [] } = content;
  const account = session
    ? html`<a href="/admin/svc-forms">Forms</a><a href="/profile">Profile</a><a href="/plugins">Plugins</a>
        <form method="post" action="/logout">
          <button class="link" type="submit">Log out ${session.user.login}</button>
        </form>`
    : html`<a href="/login">Log in</a>`;
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title}</title>
        <link rel="icon" href="/assets/favicon.svg" type="image/svg+xml" />
        ${styles.map((source) => html`<link rel="stylesheet" href="${source}" />`)}
        <link rel="stylesheet" href="${modules.length > 0 ? '/assets/admin.css' : '/assets/site.css'}" />
        ${scripts.map((source) => html`<script src="${source}" defer></script>`)}
        ${modules.map((source) => html`<script type="module" src="${source}"></script>`)}
      </head>
      <body>
        <a class="skip" href="#content">Skip to the content</a>
        <header class="site">
          <nav aria-label="Site"><a href="/">Home</a>${account}</nav>
        </header>
        ${
          modules.length > 0
            ? html`<div id="content" tabindex="-1">${body}</div>`
            : html`<main id="content">
              <h1>${title}</h1>
              ${body}
            </main>`
        }
      </body>
    </html> `.text;
}

/** A message at the top of a page. */
export function notice(kind: 'error' | 'success', text: string): Html {
  return html`<p class="notice ${kind}" role="${kind === 'error' ? 'alert' : 'status'}">${text}</p>`;
}
