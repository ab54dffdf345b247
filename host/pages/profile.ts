import { Router } from 'express';
import type { Cms } from '../cms';
import type { ApplicationPasswordRow } from '../data/tables';
import type { Session } from '../data/sessions';
import { loggedIn, posted } from './guard';
import { html, notice, page, type Html } from './layout';

/** The user's own page: application passwords are made here, shown once, and revoked. */
export function profilePages(cms: Cms): Router {
  const router = Router();
  const show = async (session: Session, above: Html | null = null) => {
    const passwords = await cms.applicationPasswords.list(session.user.id);
    const nonce = cms.contract.nonces.issue('rest', session);
    return page({ title: 'Profile', body: profile(session, passwords, nonce, above), session });
  };
  router.get(
    '/profile',
    loggedIn(cms, async (_request, response, session) => void response.send(await show(session))),
  );
  router.post(
    '/profile/application-passwords',
    loggedIn(cms, async (request, response, session) => {
      const name = posted(request, 'name').trim();
      if (!name) {
        response.status(400).send(await show(session, notice('error', 'Give the password a name.')));
        return;
      }
      const password = await cms.applicationPasswords.create(session.user.id, name);
      response.send(await show(session, shownOnce(name, password)));
    }),
  );
  router.post(
    '/profile/application-passwords/revoke',
    loggedIn(cms, async (request, response, session) => {
      await cms.applicationPasswords.revoke(session.user.id, posted(request, 'id'));
      response.redirect(303, '/profile');
    }),
  );
  return router;
}

function shownOnce(name: string, password: string): Html {
  return html`<div class="notice success" role="status">
    <p>The password for “${name}”. Copy it now: it is not shown again.</p>
    <p><code id="application-password">${password}</code></p>
  </div>`;
}

function profile(
  session: Session,
  passwords: ApplicationPasswordRow[],
  nonce: string,
  above: Html | null,
): Html {
  return html`${above}
    <p>You are <strong>${session.user.login}</strong>, ${session.user.role}.</p>
    <h2>Application passwords</h2>
    <p>For programs that use the REST API by HTTP Basic authentication.</p>
    ${passwords.length > 0 ? table(passwords) : html`<p>There are none yet.</p>`}
    <form method="post" action="/profile/application-passwords" class="panel">
      <p>
        <label for="name">Name of the program</label><input id="name" name="name" maxlength="100" required />
      </p>
      <p><button type="submit">Create a password</button></p>
    </form>
    <h2>REST nonce</h2>
    <p>
      For scripts in this browser: send it as <code>X-Host-Nonce</code>. <code id="rest-nonce">${nonce}</code>
    </p>`;
}

function table(passwords: ApplicationPasswordRow[]): Html {
  const rows = passwords.map(
    ({ id, name, created_at, last_used_at, last_ip }) =>
      html`<tr>
        <td>${name}</td>
        <td>${day(created_at)}</td>
        <td>${last_used_at ? `${day(last_used_at)} from ${last_ip ?? ''}` : 'never'}</td>
        <td>
          <form method="post" action="/profile/application-passwords/revoke">
            <input type="hidden" name="id" value="${id}" />
            <button type="submit" aria-label="Revoke ${name}">Revoke</button>
          </form>
        </td>
      </tr>`,
  );
  return html`<table>
    <thead>
      <tr>
        <th scope="col">Name</th>
        <th scope="col">Created</th>
        <th scope="col">Last used</th>
        <th scope="col">Action</th>
      </tr>
    </thead>
    <tbody>
      ${rows}
    </tbody>
  </table>`;
}

function day(ms: number): string {
  return new Date(Number(ms)).toISOString().slice(0, 16).replace('T', ' ');
}
