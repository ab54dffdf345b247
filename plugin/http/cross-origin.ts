import type { RequestHandler } from 'express';
import type { Context } from '../../lib/context';
import { problem } from './problem';

/**
 * Public routes for pages of other origins: those that the operator allows get CORS headers (Fetch Standard, 3.3),
 * others are refused. Requests without Origin come from programs; `null` comes from pages that hide where they are.
 */
export function crossOrigin({ host, options }: Context): RequestHandler {
  return (request, response, next) => {
    const { origin } = request.headers;
    if (response.hasHeader('Vary')) response.vary('Origin');
    else response.setHeader('Vary', 'Origin');
    response.setHeader('Cross-Origin-Resource-Policy', 'cross-origin');
    if (origin === undefined || origin === 'null' || isSameSite(origin, request.headers.host, host.siteUrl))
      return next();
    if (!options.allowedOrigins.includes(origin))
      return next(problem('rest_forbidden', 'Pages of this origin may not use the forms of this site.'));
    response.set({
      'Access-Control-Allow-Origin': origin,
      'Access-Control-Allow-Methods': 'GET, POST',
      'Access-Control-Allow-Headers': 'Content-Type, Idempotency-Key',
      'Access-Control-Max-Age': '600',
    });
    if (request.method === 'OPTIONS') response.status(204).end();
    else next();
  };
}

/** True for an origin under whose name the request came, or the site's own. */
export function isSameSite(origin: string, requestHost: string | undefined, siteUrl: string): boolean {
  if (!URL.canParse(origin)) return false;
  return new URL(origin).host === requestHost || origin === new URL(siteUrl).origin;
}
