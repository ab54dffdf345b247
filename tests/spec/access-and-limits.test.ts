import { SignJWT, jwtVerify } from 'jose';
import { overDatabases } from '../support/databases';
import { startTestHost, type TestHost } from '../support/test-host';
import { row } from './row';

const KEY = new TextEncoder().encode('a key of a token extension, 32 bytes');

overDatabases('access, errors and limits', (family) => {
  let site: TestHost;
  beforeAll(async () => {
    const tokens = {
      // A token extension as another vendor would write it: the user's id is the subject.
      async resolve({ headers }: { headers: { authorization?: string } }) {
        const token = headers.authorization?.replace(/^Bearer /, '') ?? '';
        try {
          const { payload } = await jwtVerify(token, KEY);
          return { id: String(payload.sub), login: String(payload['login']) };
        } catch {
          return null;
        }
      },
    };
    site = await startTestHost(family, { surroundings: { tokens } });
  });
  afterAll(() => site.stop());

  const fill = async (formId: number, count: number) => {
    for (let index = 0; index < count; index++) {
      const fields = { name: `N${index}`, email: 'a@example.com' };
      await site.api.anonymous
        .post('/submit', { form_id: formId, nonce: site.nonce(formId), fields })
        .expect(200);
    }
  };

  row('Authentication', 'Browser session with nonce', async () => {
    const user = await site.host.cms.users.byLogin('admin');
    const cookie = `cms_session=${await site.host.cms.sessions.begin(user as never)}`;
    const withNonce = (nonce: string) =>
      site.api.anonymous.get('/forms').set('Cookie', cookie).set('X-Host-Nonce', nonce);
    const refused = await site.api.anonymous.get('/forms').set('Cookie', cookie).expect(403);
    expect(refused.body.code).toBe('rest_forbidden');
    await withNonce('stale').expect(403);
    const fresh = refused.headers['x-host-nonce'] as string;
    const answered = await withNonce(fresh).expect(200);
    expect(answered.headers['x-host-nonce']).toEqual(expect.any(String));
    site.clock.advance(25 * 3600);
    await withNonce(fresh).expect(403);
  });
  row('Authentication', 'Application password', async () => {
    await site.api.get('/forms').expect(200);
    await site.api.get('/forms').set('X-Host-Nonce', 'stale').expect(200);
    const wrong = await site.api.anonymous.get('/forms').auth('admin', 'wrong').expect(403);
    expect(wrong.body).toMatchObject({ code: 'rest_forbidden', data: { status: 403 } });
    const editor = await site.as('eddie', 'editor');
    await editor.get('/forms').expect(200);
    await editor.get('/deliveries').expect(403);
    const subscriber = await site.as('sub', 'subscriber');
    await subscriber.get('/entries').expect(403);
  });
  row('Authentication', 'Token plugins (JWT / OAuth)', async () => {
    const user = await site.host.cms.users.byLogin('admin');
    const token = await new SignJWT({ login: 'admin' })
      .setProtectedHeader({ alg: 'HS256' })
      .setSubject(user?.id ?? '')
      .sign(KEY);
    await site.api.anonymous.get('/forms').set('Authorization', `Bearer ${token}`).expect(200);
    await site.api.anonymous.get('/forms').set('Authorization', `Bearer ${token}x`).expect(403);
  });

  row('Error response format', 'code', async () =>
    expect((await site.api.get('/forms/999999')).body.code).toBe('not_found'),
  );
  row('Error response format', 'message', async () =>
    expect((await site.api.get('/forms/999999')).body.message).toMatch(/999999/),
  );
  row('Error response format', 'data', async () => {
    expect((await site.api.get('/forms/999999')).body.data).toEqual({ status: 404 });
    expect((await site.api.get('/forms?page=0')).body.data).toEqual({ status: 400, field: 'page' });
  });
  row('Codes', 'rest_forbidden', async () => {
    for (const [method, path] of [
      ['get', '/forms'],
      ['post', '/forms'],
      ['put', '/forms/1'],
      ['delete', '/forms/1'],
      ['get', '/entries'],
      ['get', '/entries/1'],
      ['delete', '/entries/1'],
    ] as const) {
      const answer = await site.api.anonymous.send(method, path, method === 'get' ? undefined : '{broken');
      expect([path, answer.status, answer.body.code]).toEqual([path, 403, 'rest_forbidden']);
      expect(answer.body.data).toEqual({ status: 403 });
    }
  });
  row('Codes', 'not_found', async () => {
    for (const path of ['/forms/999999', '/entries/999999', '/nothing'])
      expect((await site.api.get(path).expect(404)).body.code).toBe('not_found');
  });
  row('Codes', 'validation_error', async () => {
    const answer = await site.api.post('/forms', { title: '' }).expect(400);
    expect(answer.body).toMatchObject({ code: 'validation_error', data: { status: 400, field: 'title' } });
  });
  row('Codes', 'invalid_nonce', async () => {
    const formId = await site.api.form();
    const body = { form_id: formId, nonce: 'wrong', fields: {} };
    const answer = await site.api.anonymous.post('/submit', body).expect(403);
    expect(answer.body).toMatchObject({ code: 'invalid_nonce', data: { status: 403 } });
    await site.api.delete(`/forms/${formId}`);
  });

  row('Limits', 'Forms list page size (`per_page`)', async () => {
    const ids = [];
    for (let index = 0; index < 21; index++) ids.push(await site.api.form({ title: `F${index}` }));
    const page = await site.api.get('/forms');
    expect([page.body.length, page.headers['x-host-total'], page.headers['x-host-totalpages']]).toEqual([
      20,
      '21',
      '2',
    ]);
    for (const id of ids) await site.api.delete(`/forms/${id}`);
  });
  row('Limits', 'Entries list page size default', async () => {
    const formId = await site.api.form();
    await fill(formId, 21);
    expect((await site.api.get(`/entries?form_id=${formId}`)).body).toHaveLength(20);
    await site.api.delete(`/forms/${formId}`);
  });
  row('Limits', 'Maximum `per_page`', async () => {
    for (const path of ['/forms', '/entries', '/deliveries']) {
      await site.api.get(`${path}?per_page=100`).expect(200);
      for (const wrong of ['0', '101', 'abc', '-1', '1.5', '', '1e1']) {
        const answer = await site.api.get(`${path}?per_page=${wrong}`);
        expect([path, wrong, answer.status, answer.body.data?.field]).toEqual([path, wrong, 400, 'per_page']);
      }
    }
  });
  row('Limits', 'Rate limit, authenticated requests', async () => {
    const answers = await Promise.all(Array.from({ length: 100 }, () => site.api.get('/forms')));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  });
  row('Limits', 'Rate limit, unauthenticated submissions', async () => {
    const formId = await site.api.form();
    await fill(formId, 60);
    expect((await site.api.get(`/entries?form_id=${formId}`)).headers['x-host-total']).toBe('60');
    await site.api.delete(`/forms/${formId}`);
  });
});
