import { overDatabases } from '../support/databases';
import { startTestHost, type TestHost } from '../support/test-host';
import { CONTACT } from '../support/api';
import { row } from './row';

const TIMESTAMP = /^2026-03-01T10:00:00Z$/;

overDatabases('resources', (family) => {
  let site: TestHost;
  let formId: number;
  beforeAll(async () => {
    site = await startTestHost(family);
    formId = await site.api.form({ settings: { notification_email: 'a@example.com' } });
  });
  afterAll(() => site.stop());

  const single = async () => (await site.api.get(`/forms/${formId}`).expect(200)).body;
  const listed = async () => (await site.api.get('/forms').expect(200)).body[0];
  const submit = (fields: object, more: object = {}) =>
    site.api.anonymous.post('/submit', { form_id: formId, nonce: site.nonce(formId), fields, ...more });
  const good = { name: 'Ada', email: 'ada@example.com' };

  row('Form', 'id', async () => expect(Number.isInteger((await single()).id)).toBe(true));
  row('Form', 'title', async () => expect((await single()).title).toBe('Contact'));
  row('Form', 'slug', async () => {
    expect((await single()).slug).toBe('contact');
    const created = await site.api.post('/forms', { title: 'Übergröße & Größe!' });
    expect(created.body.slug).toBe('ubergrosse-grosse');
    await site.api.delete(`/forms/${created.body.id}`);
  });
  row('Form', 'status', async () => {
    expect((await single()).status).toBe('publish');
    const draft = await site.api.post('/forms', { title: 'D', status: 'draft' });
    expect(draft.body.status).toBe('draft');
    const wrong = await site.api.post('/forms', { title: 'D', status: 'private' }).expect(400);
    expect(wrong.body).toMatchObject({ code: 'validation_error', data: { status: 400, field: 'status' } });
    await site.api.delete(`/forms/${draft.body.id}`);
  });
  row('Form', 'fields', async () => expect((await single()).fields).toEqual(CONTACT));
  row('Form', 'settings', async () =>
    expect((await single()).settings).toEqual({ notification_email: 'a@example.com' }),
  );
  row('Form', 'created_at', async () => {
    expect((await listed()).created_at).toMatch(TIMESTAMP);
    expect(await single()).not.toHaveProperty('created_at');
  });
  row('Form', 'updated_at', async () => {
    expect((await listed()).updated_at).toMatch(TIMESTAMP);
    expect(await single()).not.toHaveProperty('updated_at');
    expect(Object.keys(await single()).sort()).toEqual([
      'fields',
      'id',
      'settings',
      'slug',
      'status',
      'title',
    ]);
  });

  row('Form field', 'id', async () => {
    await submit(good).expect(200);
    const [entry] = (await site.api.get('/entries')).body;
    expect(Object.keys(entry.fields)).toEqual(['name', 'email']);
    const wrong = await site.api.post('/forms', {
      title: 'x',
      fields: [{ id: '1x', type: 'text', label: 'x' }],
    });
    expect(wrong.body.data).toEqual({ status: 400, field: 'fields.0.id' });
  });
  row('Form field', 'type', async () => {
    expect((await submit({ ...good, email: 'no address' }).expect(400)).body.field).toBe('email');
    const fields = [{ id: 'x', type: 'wishes', label: 'x' }];
    const wrong = await site.api.post('/forms', { title: 'x', fields }).expect(400);
    expect(wrong.body).toMatchObject({ code: 'validation_error', data: { field: 'fields.0.type' } });
  });
  row('Form field', 'label', async () => {
    expect((await submit({ ...good, name: '' }).expect(400)).body.error).toContain('Name');
    const wrong = await site.api.post('/forms', {
      title: 'x',
      fields: [{ id: 'x', type: 'text', label: 5 }],
    });
    expect(wrong.body.data.field).toBe('fields.0.label');
  });
  row('Form field', 'required', async () => {
    expect((await submit({ email: good.email }).expect(400)).body.field).toBe('name');
    const optional = await site.api.form({ fields: [{ id: 'a', type: 'text', label: 'A' }] });
    const sent = { form_id: optional, nonce: site.nonce(optional), fields: {} };
    await site.api.anonymous.post('/submit', sent).expect(200);
    await site.api.delete(`/forms/${optional}`);
  });

  row('Form settings', 'notification_email', async () => {
    const wrong = await site.api.put(`/forms/${formId}`, { settings: { notification_email: 'nobody' } });
    expect(wrong.body.data).toEqual({ status: 400, field: 'settings.notification_email' });
    expect((await single()).settings.notification_email).toBe('a@example.com');
  });
  row('Form settings', 'success_message', async () => {
    await site.api.put(`/forms/${formId}`, { settings: { success_message: 'Merci.' } }).expect(200);
    expect((await submit(good)).body.message).toBe('Merci.');
    expect((await single()).settings).toEqual({
      notification_email: 'a@example.com',
      success_message: 'Merci.',
    });
  });

  describe('an entry', () => {
    let list: Record<string, unknown>;
    let one: Record<string, unknown>;
    beforeAll(async () => {
      const sent = {
        form_id: formId,
        nonce: site.nonce(formId),
        fields: good,
        page_url: 'https://site.test/contact',
      };
      await site.api.anonymous.post('/submit', sent).set('User-Agent', 'Browser/7').expect(200);
      list = (await site.api.get('/entries')).body[0];
      one = (await site.api.get(`/entries/${list['id']}`).expect(200)).body;
    });
    row('Entry', 'id', async () =>
      expect(Number.isInteger(one['id']) && one['id'] === list['id']).toBe(true),
    );
    row('Entry', 'form_id', async () => expect([one['form_id'], list['form_id']]).toEqual([formId, formId]));
    row('Entry', 'status', async () => {
      expect([one['status'], list['status']]).toEqual(['unread', 'unread']);
      await site.api.patch(`/entries/${one['id']}`, { status: 'read' }).expect(200);
      expect((await site.api.get(`/entries/${one['id']}`)).body.status).toBe('read');
      await site.api.patch(`/entries/${one['id']}`, { status: 'new' }).expect(400);
    });
    row('Entry', 'fields', async () => {
      const fields = {
        name: { label: 'Name', value: 'Ada' },
        email: { label: 'Email', value: 'ada@example.com' },
      };
      expect([one['fields'], list['fields']]).toEqual([fields, fields]);
    });
    row('Entry', 'created_at', async () => {
      expect(one['created_at']).toMatch(TIMESTAMP);
      expect(list['created_at']).toMatch(TIMESTAMP);
    });
    row('Entry', 'ip_address', async () => {
      expect(one['ip_address']).toBe('127.0.0.1');
      expect(list).not.toHaveProperty('ip_address');
    });
    row('Entry', 'user_agent', async () => {
      expect(one['user_agent']).toBe('Browser/7');
      expect(list).not.toHaveProperty('user_agent');
    });
    row('Entry', 'page_url', async () => {
      expect(one['page_url']).toBe('https://site.test/contact');
      expect(list).not.toHaveProperty('page_url');
    });
  });

  row('Submission request', 'form_id', async () => {
    const missing = await site.api.anonymous.post('/submit', { nonce: site.nonce(formId), fields: good });
    expect(missing.status).toBe(400);
    expect(missing.body).toMatchObject({ success: false, field: 'form_id', code: 'validation_error' });
    const unknown = { form_id: 99_999, nonce: site.nonce(99_999), fields: good };
    expect((await site.api.anonymous.post('/submit', unknown)).body.code).toBe('not_found');
  });
  row('Submission request', 'nonce', async () => {
    await submit(good, { nonce: undefined }).expect(403);
    await submit(good, { nonce: site.nonce(formId + 1) }).expect(403);
    const done = await submit(good).expect(200);
    expect(Object.keys(done.body)).toEqual(['success', 'message', 'entry_id']);
    expect(done.body.success).toBe(true);
    expect(Number.isInteger(done.body.entry_id)).toBe(true);
  });
  row('Submission request', 'fields', async () => {
    for (const fields of ['text', 5, ['name'], true])
      expect((await submit(good, { fields }).expect(400)).body.field).toBe('fields');
    const failure = (await submit(good, { fields: undefined }).expect(400)).body;
    expect(failure).toEqual({
      success: false,
      error: 'Name is required.',
      field: 'name',
      code: 'validation_error',
      message: 'Name is required.',
      data: { status: 400, field: 'name' },
      errors: { name: 'Name is required.', email: 'Email is required.' },
    });
  });
});
