import { Router, type Request } from 'express';
import type { Cms } from '../cms';
import { SESSION_COOKIE } from '../data/sessions';
import { posted } from './guard';
import { html, notice, page } from './layout';

const COOKIE = { httpOnly: true, sameSite: 'lax', path: '/', maxAge: 14 * 86_400_000 } as const;

/** Log-in page and log-out. */
export function loginPages(cms: Cms): Router {
  const router = Router();
  router.get('/login', (request, response) => {
    response.set('Cache-Control', 'no-store').send(loginPage(destination(request.query['to'])));
  });
  router.post('/login', async (request, response) => {
    const [login, to] = [posted(request, 'login'), destination(posted(request, 'to'))];
    const result = await authenticate(cms, request, login);
    if (typeof result === 'string') {
      response
        .status(403)
        .set('Cache-Control', 'no-store')
        .send(loginPage(to, login, result));
      return;
    }
    const secure = cms.contract.siteUrl.startsWith('https:');
    response
      .cookie(SESSION_COOKIE, await cms.sessions.begin(result), { ...COOKIE, secure })
      .redirect(303, to);
  });
  router.post('/logout', async (request, response) => {
    const session = await cms.sessions.resolve(request);
    if (session) await cms.sessions.end(session);
    response.clearCookie(SESSION_COOKIE, { path: '/' }).redirect(303, '/');
  });
  return router;
}

/** @returns the user, or what to tell the visitor */
async function authenticate(cms: Cms, request: Request, login: string) {
  const ip = request.ip ?? '';
  const wait = await cms.loginThrottle.begin(ip, login);
  if (wait > 0) return `Too many failed attempts. Try again in ${Math.ceil(wait / 60)} min.`;
  const user = await cms.users.authenticate(login, posted(request, 'password'));
  if (!user) return 'User name or password is wrong.';
  await cms.loginThrottle.succeeded(ip, login);
  return user;
}

/** Only paths of this site: a log-in page must not send people elsewhere. */
function destination(wanted: unknown): string {
  return typeof wanted === 'string' && /^\/(?![/\\])/.test(wanted) ? wanted : '/profile';
}

function loginPage(to: string, login = '', error?: string): string {
  const body = html`${error ? notice('error', error) : null}
    <form method="post" action="/login" class="panel">
      <input type="hidden" name="to" value="${to}" />
      <p>
        <label for="login">User name</label
        ><input id="login" name="login" value="${login}" autocomplete="username" required />
      </p>
      <p>
        <label for="password">Password</label
        ><input id="password" name="password" type="password" autocomplete="current-password" required />
      </p>
      <p><button type="submit">Log in</button></p>
    </form>`;
  return page({ title: 'Log in', body, session: null });
}
