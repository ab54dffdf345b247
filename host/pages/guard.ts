import type { Request, RequestHandler, Response } from 'express';
import type { Cms } from '../cms';
import type { Session } from '../data/sessions';
import { html, page, notice } from './layout';

/**
 * Refuses form posts that another site made the browser send: with SameSite=Lax cookies the second of two walls.
 * Browsers send Origin with every POST.
 */
export const sameOriginOnly: RequestHandler = (request, response, next) => {
  const { origin, host } = request.headers;
  const isForeign = request.method === 'POST' && origin !== undefined && hostOf(origin) !== host;
  if (isForeign) response.status(403).type('text').send('This form was not sent from this site.');
  else next();
};

function hostOf(origin: string): string | null {
  return URL.canParse(origin) ? new URL(origin).host : null;
}

type PageHandler = (request: Request, response: Response, session: Session) => Promise<void>;

/** A page for logged-in users, if wanted only for those with a capability; others are sent to the log-in page. */
export function loggedIn(cms: Cms, handler: PageHandler, capability?: string): RequestHandler {
  return async (request, response) => {
    const session = await cms.sessions.resolve(request);
    if (!session) {
      response.redirect(303, `/login?to=${encodeURIComponent(request.originalUrl)}`);
      return;
    }
    if (capability && !(await cms.users.can(session.user.id, capability))) {
      const body = html`${notice('error', 'Your account is not allowed to see this page.')}`;
      response.status(403).send(page({ title: 'Not allowed', body, session }));
      return;
    }
    response.set('Cache-Control', 'no-store');
    await handler(request, response, session);
  };
}

/** A text field of a form post. */
export function posted(request: Request, name: string): string {
  const value = (request.body as Record<string, unknown> | undefined)?.[name];
  return typeof value === 'string' ? value : '';
}
