import { Router } from 'express';
import type { Cms } from '../cms';
import { allowOwnStyles, styleNonceOf } from '../content-policy';
import type { Plugins } from '../plugins';
import { loggedIn } from './guard';
import { Html, html, notice, page } from './layout';

/** The administration pages of plugins: a page and everything below it, so that a deep link comes back. */
export function adminPages(cms: Cms, plugins: Plugins): Router {
  const router = Router();
  router.get(
    ['/admin/:page', '/admin/:page/*path'],
    allowOwnStyles(),
    loggedIn(cms, async (request, response, session) => {
      const refuse = (status: number, title: string, text: string) =>
        void response.status(status).send(page({ title, body: notice('error', text), session }));
      const wanted = plugins.active?.adminPages.find(({ name }) => name === request.params['page']);
      if (!wanted) return refuse(404, 'Not found', 'There is no such page, or its plugin is not active.');
      const may = await Promise.all(wanted.anyOf.map((one) => cms.users.can(session.user.id, one)));
      if (!may.includes(true))
        return refuse(403, 'Not allowed', 'Your account is not allowed to see this page.');
      const visit = { session, path: `/admin/${wanted.name}`, styleNonce: styleNonceOf(response) };
      const { html: element, scripts, styles } = wanted.render(visit);
      const body = html`${new Html(element)}<noscript>${notice('error', 'This page needs JavaScript.')}</noscript>`;
      response.send(page({ title: wanted.title, body, session, styles, modules: scripts }));
    }),
  );
  return router;
}
