import escapeHtml from 'escape-html';
import type { Request } from 'express';
import { directionOf, languageFor, translator } from '../../schema/api/texts';
import { mediaType } from './json-body';
import type { Problem } from './problem';

const FORM_POSTS = ['application/x-www-form-urlencoded', 'multipart/form-data'];

/** True for a form that a browser sent without script: it wants to see a page, not JSON. */
export function wantsPage(request: Request): boolean {
  const isFormPost =
    request.method === 'POST' && FORM_POSTS.includes(mediaType(request.headers['content-type']));
  return isFormPost && /\btext\/html\b/.test(request.get('accept') ?? '');
}

/**
 * What such a browser is shown when the form cannot be brought back with its errors: it is too large, is not there any
 * more, or the database is away. The way back is the browser's own, which keeps what was typed.
 */
export function problemPage(request: Request, problem: Problem): string {
  const language = languageFor(request.get('accept-language')?.split(',')[0]);
  const translate = translator(language);
  const known = { not_found: 'missing', payload_too_large: 'too_large', unavailable: 'broken' } as const;
  const key = problem.code in known ? known[problem.code as keyof typeof known] : null;
  const text = key ? translate(key) : problem.body.message;
  return `<!doctype html>
<html lang="${language}" dir="${directionOf(language)}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><title>${escapeHtml(text)}</title></head>
<body><main><h1>${escapeHtml(text)}</h1><p>${escapeHtml(translate('go_back'))}</p></main></body>
</html>
`;
}
