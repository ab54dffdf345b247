import { Router, type Request, type Response } from 'express';
import type { Cms } from '../cms';
import type { Plugins } from '../plugins';
import { Html, html, notice, page } from './layout';

/** The form that the front page shows. */
const FRONT_PAGE_FORM = 'contact';

/** The site's public pages: the front page, and one for every published form. */
export function themePages(cms: Cms, plugins: Plugins): Router {
  const router = Router();
  router.get('/', (request, response) => show(request, response, 'Welcome', FRONT_PAGE_FORM));
  router.get('/form/:form', (request, response) => show(request, response, 'Form', request.params.form));
  return router;

  async function show(request: Request, response: Response, title: string, form: string): Promise<void> {
    const parameter = request.query['svc_form'];
    const state = typeof parameter === 'string' ? parameter : null;
    // What one visitor typed is for no cache.
    if (state) response.set('Cache-Control', 'no-store');
    const block = plugins.active?.themeBlocks.find((one) => one.name === 'svc-form');
    const rendered = (await block?.render({ form, lang: 'en', ...(state ? { state } : {}) })) ?? null;
    const session = await cms.sessions.resolve(request);
    const missing = notice(
      'error',
      block ? 'This form is not published.' : 'The forms plugin is not active.',
    );
    const body = rendered === null ? missing : html`<section class="panel">${new Html(rendered)}</section>`;
    if (rendered === null && request.path !== '/') response.status(404);
    response.send(page({ title, body, session, scripts: block?.scripts ?? [], styles: block?.styles ?? [] }));
  }
}
