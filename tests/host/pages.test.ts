import { overDatabases } from '../support/databases';
import { ADMIN_PASSWORD, startTestHost, type TestHost } from '../support/test-host';

overDatabases('pages of the reference host', (family) => {
  let site: TestHost;
  beforeAll(async () => void (site = await startTestHost(family, { options: { starterForm: true } })));
  afterAll(() => site.stop());

  const open = (path: string, init: RequestInit = {}) =>
    fetch(new URL(path, site.host.url), { redirect: 'manual', ...init });
  const post = (path: string, values: Record<string, string>, headers: Record<string, string> = {}) =>
    open(path, { method: 'POST', body: new URLSearchParams(values), headers });
  const logIn = async (login = 'admin', password = ADMIN_PASSWORD) => {
    const answer = await post('/login', { login, password });
    return { status: answer.status, Cookie: (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? '' };
  };

  it('front page shows the form, alike for every visitor, under a strict policy', async () => {
    const first = await open('/');
    expect(first.status).toBe(200);
    expect(first.headers.get('content-security-policy')).toContain("script-src 'self'");
    const html = await first.text();
    expect(html).toContain('name="fields[email]"');
    expect(html).not.toMatch(/<script(?![^>]* src=)|style=|onclick=/);
    expect(await (await open('/')).text()).toBe(html);
    expect((await open('/form/contact')).status).toBe(200);
    expect((await open('/form/nothing')).status).toBe(404);
    const script = await open('/rest/svc-forms/v1/assets/svc-forms.js');
    expect(script.headers.get('content-type')).toContain('text/javascript');
  });
  it('logs in and out, and sends strangers to the log-in page', async () => {
    const stranger = await open('/profile');
    expect([stranger.status, stranger.headers.get('location')]).toEqual([303, '/login?to=%2Fprofile']);
    expect((await logIn('admin', 'wrong')).status).toBe(403);
    const { Cookie } = await logIn();
    expect((await open('/profile', { headers: { Cookie } })).status).toBe(200);
    await post('/logout', {}, { Cookie });
    expect((await open('/profile', { headers: { Cookie } })).status).toBe(303);
    const elsewhere = await post('/login', {
      login: 'admin',
      password: ADMIN_PASSWORD,
      to: '//evil.example/',
    });
    expect(elsewhere.headers.get('location')).toBe('/profile');
    expect(elsewhere.headers.get('set-cookie')).toMatch(/HttpOnly; SameSite=Lax/);
  });
  it('throttles failed log-ins by address and login', async () => {
    for (let index = 0; index < 10; index++) await logIn('victim', 'wrong');
    const answer = await post('/login', { login: 'victim', password: 'x' });
    expect(await answer.text()).toContain('Too many failed attempts');
    expect((await logIn()).status).toBe(303);
    // MySQL takes "admin" and "admin " for the same; the throttle does not.
    expect((await logIn('admin ')).status).toBe(403);
    site.clock.advance(901);
    expect(await (await post('/login', { login: 'victim', password: 'x' })).text()).toContain('is wrong');
  });
  it('throttles a hundred log-ins at once as it does one after the other', async () => {
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => post('/login', { login: 'flood', password: 'x' })),
    );
    const texts = await Promise.all(answers.map((answer) => answer.text()));
    expect(texts.filter((text) => text.includes('is wrong')).length).toBeLessThanOrEqual(10);
  });
  it('throttles failed Basic auth, with Retry-After', async () => {
    for (let index = 0; index < 50; index++)
      await site.api.anonymous.get('/forms').auth('target', 'x').expect(403);
    const blocked = await site.api.anonymous.get('/forms').auth('target', 'x').expect(403);
    expect(blocked.body.message).toMatch(/Too many failed attempts/);
    expect(Number(blocked.headers['retry-after'])).toBeGreaterThan(0);
    await site.api.get('/forms').expect(200);
  });
  it('makes, shows once and revokes application passwords', async () => {
    const { Cookie } = await logIn();
    const made = await (await post('/profile/application-passwords', { name: '<b>App' }, { Cookie })).text();
    const password = /id="application-password">([^<]+)</.exec(made)?.[1] ?? '';
    expect(password).toMatch(/^(\w{4} ){5}\w{4}$/);
    expect(made).toContain('&lt;b&gt;App');
    const use = () => site.api.anonymous.get('/forms').auth('admin', password);
    await use().expect(200);
    const later = await (await open('/profile', { headers: { Cookie } })).text();
    expect(later).not.toContain(password);
    expect(later).toMatch(/2026-\d\d-\d\d \d\d:\d\d from/);
    const id = /&lt;b&gt;App.*?name="id" value="([^"]+)"/s.exec(later)?.[1] ?? '';
    await post('/profile/application-passwords/revoke', { id }, { Cookie });
    await use().expect(403);
  });
  it('takes form posts of its own pages only', async () => {
    const { Cookie } = await logIn();
    const foreign = await post('/plugins/deactivate', {}, { Cookie, Origin: 'https://evil.example' });
    expect(foreign.status).toBe(403);
    expect(await site.host.plugins.state()).toBe('active');
  });
  it('deactivates, deletes and activates the plugin, for administrators only', async () => {
    await site.as('ed', 'editor');
    const editor = { Cookie: (await logIn('ed')).Cookie };
    expect((await open('/plugins', { headers: editor })).status).toBe(403);
    expect((await post('/plugins/deactivate', {}, editor)).status).toBe(403);

    const { Cookie } = await logIn();
    const id = await site.api.form({ title: 'Kept' });
    const early = await post('/plugins/delete', { confirm: 'yes' }, { Cookie });
    expect([early.status, await early.text()]).toEqual([409, expect.stringContaining('Deactivate')]);
    await post('/plugins/deactivate', {}, { Cookie });
    const gone = await site.api.get(`/forms/${id}`).expect(404);
    expect(gone.body.code).toBe('not_found');
    expect(await (await open('/')).text()).toContain('not active');
    await post('/plugins/activate', {}, { Cookie });
    expect((await site.api.get(`/forms/${id}`).expect(200)).body.title).toBe('Kept');

    await post('/plugins/deactivate', {}, { Cookie });
    expect((await post('/plugins/delete', {}, { Cookie })).status).toBe(400);
    const { db } = site.host.cms;
    expect(await db.schema.hasTable('cms_svc_entries')).toBe(true);
    await post('/plugins/delete', { confirm: 'yes' }, { Cookie });
    for (const table of [
      'forms',
      'entries',
      'deliveries',
      'delivery_attempts',
      'webhooks',
      'uploads',
      'migrations',
    ])
      expect(await db.schema.hasTable(`cms_svc_${table}`)).toBe(false);
    await post('/plugins/activate', {}, { Cookie });
    expect((await site.api.get('/forms')).body).toMatchObject([{ slug: 'contact', id: 1 }]);
  });
});
