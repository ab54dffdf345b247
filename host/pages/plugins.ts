import { Router, type Response } from 'express';
import type { Cms } from '../cms';
import type { Plugins, PluginState } from '../plugins';
import type { Session } from '../data/sessions';
import { loggedIn, posted } from './guard';
import { html, notice, page, type Html } from './layout';

/** Where a site admin activates, deactivates and deletes the plugin. */
export function pluginPages(cms: Cms, plugins: Plugins): Router {
  const router = Router();
  const show = async (response: Response, session: Session, above: Html | null = null) => {
    const body = html`${above}${card(plugins, await plugins.state())}`;
    response.send(page({ title: 'Plugins', body, session }));
  };
  const change = (path: string, step: () => Promise<void>, done: string) =>
    router.post(
      path,
      loggedIn(
        cms,
        async (request, response, session) => {
          if (path === '/plugins/delete' && posted(request, 'confirm') !== 'yes') {
            response.status(400);
            return show(response, session, notice('error', 'Tick the box to confirm the deletion.'));
          }
          try {
            await step();
          } catch (error) {
            cms.logger.error('plugins.failed', { path, error: String(error) });
            response.status(409);
            return show(response, session, notice('error', (error as Error).message));
          }
          return show(response, session, notice('success', done));
        },
        'manage_site',
      ),
    );
  router.get(
    '/plugins',
    loggedIn(cms, (_request, response, session) => show(response, session), 'manage_site'),
  );
  change('/plugins/activate', () => plugins.activate(), 'The plugin is active.');
  change(
    '/plugins/deactivate',
    () => plugins.deactivate(),
    'The plugin is not active any more. Its data is kept.',
  );
  change('/plugins/delete', () => plugins.delete(), 'The plugin and everything it stored are deleted.');
  return router;
}

const STATES: Record<PluginState, string> = {
  available: 'not installed',
  inactive: 'not active',
  active: 'active',
};

function card({ manifest }: Plugins, state: PluginState): Html {
  const button = (action: string, label: string) =>
    html`<form method="post" action="/plugins/${action}"><button type="submit">${label}</button></form>`;
  return html`<section class="panel" aria-labelledby="plugin-name">
    <h2 id="plugin-name">${manifest.name} ${manifest.version}</h2>
    <p>${manifest.description}</p>
    <p>
      This plugin is <strong id="plugin-state">${STATES[state]}</strong>. It needs a host ${manifest.host}.
    </p>
    ${state === 'active' ? button('deactivate', 'Deactivate') : button('activate', 'Activate')}
    ${state === 'inactive' ? deletion() : null}
  </section>`;
}

function deletion(): Html {
  return html`<form method="post" action="/plugins/delete">
    <p>
      <input type="checkbox" id="confirm" name="confirm" value="yes" required />
      <label for="confirm">Yes, delete all forms, entries, files and deliveries for good.</label>
    </p>
    <p><button type="submit" class="danger">Delete</button></p>
  </form>`;
}
