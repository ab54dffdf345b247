import { join } from 'node:path';
import express, { type ErrorRequestHandler, type Express, type RequestHandler } from 'express';
import { rateLimit } from 'express-rate-limit';
import helmet from 'helmet';
import type { Cms } from './cms';
import type { HostConfig } from './config';
import { CONTENT_POLICY } from './content-policy';
import { adminPages } from './pages/admin';
import { sameOriginOnly } from './pages/guard';
import { loginPages } from './pages/login';
import { mediaPages } from './pages/media';
import { pluginPages } from './pages/plugins';
import { profilePages } from './pages/profile';
import { themePages } from './pages/theme';
import type { Plugins } from './plugins';

/** The whole site: REST root, pages and files. */
export function createSite(cms: Cms, plugins: Plugins, folder: string): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('trust proxy', cms.config.trustProxy);
  app.set('query parser', 'simple');
  const namespace = `/rest/${plugins.manifest.restNamespace}`;
  if (cms.config.rateLimit > 0) app.use(`${namespace}/submit`, submissionLimit(cms.config));
  // Before the policies of pages: an answer of the API is none, and the plugin says what its own need.
  app.use(namespace, plugins.router);
  app.use(
    helmet({
      contentSecurityPolicy: CONTENT_POLICY,
      strictTransportSecurity: false,
      // With no referrer at all, browsers send form posts of this very site with "Origin: null".
      referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    }),
  );
  app.use('/rest', (_request, response) => {
    const message = 'There is nothing at this address.';
    response.status(404).json({ code: 'not_found', message, data: { status: 404 } });
  });
  app.use('/assets', express.static(join(folder, 'host', 'public'), { index: false, maxAge: '5m' }));
  app.use(sameOriginOnly, express.urlencoded({ extended: false, limit: '100kb' }));
  app.use(
    mediaPages(cms),
    loginPages(cms),
    profilePages(cms),
    pluginPages(cms, plugins),
    adminPages(cms, plugins),
    themePages(cms, plugins),
  );
  app.use((_request, response) => void response.status(404).type('text').send('There is no such page.'));
  app.use(pageErrors(cms));
  return app;
}

/**
 * The operator's own brake: the plugin has none (specification, Limits). The count is this process's; several processes
 * need one of the library's shared stores.
 */
function submissionLimit({ rateLimit: limit, allowedOrigins }: HostConfig): RequestHandler {
  const message = 'Too many submissions. Wait a minute and send the form again.';
  return rateLimit({
    windowMs: 60_000,
    limit,
    standardHeaders: 'draft-8',
    legacyHeaders: false,
    skip: ({ method }) => method === 'OPTIONS',
    handler({ headers: { origin, accept = '' } }, response) {
      // Without this a page of another origin could not read why.
      if (origin && allowedOrigins.includes(origin)) response.set('Access-Control-Allow-Origin', origin);
      if (accept.includes('text/html')) response.status(429).type('text').send(message);
      else response.status(429).json({ code: 'too_many_requests', message, data: { status: 429 } });
    },
  });
}

function pageErrors(cms: Cms): ErrorRequestHandler {
  return (error, request, response, next) => {
    const status = Number((error as { status?: unknown } | null)?.status);
    if (response.headersSent) return next(error);
    if (status >= 400 && status < 500) {
      response.status(status).type('text').send('This request cannot be understood.');
      return;
    }
    cms.logger.error('page.failed', { path: request.path, error: String(error) });
    response
      .status(503)
      .set('Retry-After', '5')
      .type('text')
      .send('The site is not available at the moment.');
  };
}
