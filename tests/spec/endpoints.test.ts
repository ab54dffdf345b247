import { overDatabases } from '../support/databases';
import { startTestHost, type TestHost } from '../support/test-host';
import { CONTACT } from '../support/api';
import { row } from './row';

overDatabases('endpoints', (family) => {
  let site: TestHost;
  beforeAll(async () => {
    site = await startTestHost(family);
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

  row('Endpoints', 'GET /forms', async () => {
    const draft = await site.api.form({ title: 'Draft one', status: 'draft' });
    const published = await site.api.form({ title: 'Public one' });
    const titles = async (query: string) =>
      (await site.api.get(`/forms?${query}`).expect(200)).body.map((form: { title: string }) => form.title);
    expect(await titles('')).toEqual(['Public one', 'Draft one']);
    expect(await titles('status=draft')).toEqual(['Draft one']);
    expect(await titles('status=publish')).toEqual(['Public one']);
    expect(await titles('per_page=1&page=2')).toEqual(['Draft one']);
    await site.api.get('/forms?status=trash').expect(400);
    await site.api.delete(`/forms/${draft}`);
    await site.api.delete(`/forms/${published}`);
  });
  row('Endpoints', 'GET /forms/{id}', async () => {
    const id = await site.api.form();
    const { body } = await site.api.get(`/forms/${id}`).expect(200);
    expect(body).toEqual({
      id,
      title: 'Contact',
      slug: 'contact',
      status: 'publish',
      fields: CONTACT,
      settings: {},
    });
    await site.api.delete(`/forms/${id}`);
  });
  row('Endpoints', 'POST /forms', async () => {
    const made = await site.api.post('/forms', { title: 'New', fields: CONTACT, settings: { custom: [1] } });
    expect(made.status).toBe(201);
    const url = `${site.host.url}rest/svc-forms/v1/forms/${made.body.id}`;
    expect(made.headers['location']).toBe(url);
    expect(made.body).toMatchObject({
      title: 'New',
      fields: CONTACT,
      settings: { custom: [1] },
      status: 'publish',
    });
    const second = await site.api.post('/forms', { title: 'New' }).expect(201);
    expect(second.body).toMatchObject({ slug: 'new-2', fields: [], settings: {} });
    expect((await site.api.post('/forms', {}).expect(400)).body.data.field).toBe('title');
    for (const { id } of [made.body, second.body]) await site.api.delete(`/forms/${id}`);
  });
  row('Endpoints', 'PUT /forms/{id}', async () => {
    const id = await site.api.form({ settings: { success_message: 'Yes', extra: 1 } });
    const patch = { title: 'Renamed', settings: { success_message: 'No', extra: null } };
    const { body } = await site.api.put(`/forms/${id}`, patch).expect(200);
    expect(body).toMatchObject({ id, title: 'Renamed', slug: 'contact', fields: CONTACT });
    expect(body.settings).toEqual({ success_message: 'No' });
    expect((await site.api.get(`/forms/${id}`)).body.title).toBe('Renamed');
    await site.api.put('/forms/999999', { title: 'x' }).expect(404);
    await site.api.delete(`/forms/${id}`);
  });
  row('Endpoints', 'DELETE /forms/{id}', async () => {
    const id = await site.api.form();
    await fill(id, 2);
    const { body } = await site.api.delete(`/forms/${id}`).expect(200);
    expect(body).toMatchObject({ deleted: true, previous: { id, title: 'Contact' } });
    await site.api.get(`/forms/${id}`).expect(404);
    expect((await site.api.get(`/entries?form_id=${id}`)).body).toEqual([]);
    await site.api.delete(`/forms/${id}`).expect(404);
  });
  row('Endpoints', 'GET /entries', async () => {
    const [one, two] = [await site.api.form(), await site.api.form()];
    await fill(one, 3);
    await fill(two, 1);
    const ids = async (query: string) =>
      (await site.api.get(`/entries?${query}`).expect(200)).body.map((entry: { id: number }) => entry.id);
    const all = await ids(`form_id=${one}`);
    expect(all).toHaveLength(3);
    expect(all).toEqual([...all].sort((a, b) => b - a));
    await site.api.patch(`/entries/${all[0]}`, { status: 'read' });
    expect(await ids(`form_id=${one}&status=read`)).toEqual([all[0]]);
    expect(await ids(`form_id=${one}&status=unread&per_page=1&page=2`)).toEqual([all[2]]);
    for (const id of [one, two]) await site.api.delete(`/forms/${id}`);
  });
  row('Endpoints', 'GET /entries/{id}', async () => {
    const formId = await site.api.form();
    await fill(formId, 1);
    const [entry] = (await site.api.get(`/entries?form_id=${formId}`)).body;
    const { body } = await site.api.get(`/entries/${entry.id}`).expect(200);
    expect(Object.keys(body).sort()).toEqual([
      'created_at',
      'fields',
      'form_id',
      'id',
      'ip_address',
      'page_url',
      'status',
      'user_agent',
    ]);
    expect((await site.api.get(`/entries/${entry.id}`)).body.status).toBe('unread');
    await site.api.delete(`/forms/${formId}`);
  });
  row('Endpoints', 'DELETE /entries/{id}', async () => {
    const formId = await site.api.form();
    await fill(formId, 1);
    const [entry] = (await site.api.get(`/entries?form_id=${formId}`)).body;
    const { body } = await site.api.delete(`/entries/${entry.id}`).expect(200);
    expect(body).toMatchObject({ deleted: true, previous: { id: entry.id } });
    await site.api.get(`/entries/${entry.id}`).expect(404);
    await site.api.delete(`/entries/${entry.id}`).expect(404);
    await site.api.delete(`/forms/${formId}`);
  });
  row('Endpoints', 'POST /submit', async () => {
    const formId = await site.api.form();
    const fields = { name: 'A', email: 'a@example.com' };
    const send = (body: object) => site.api.anonymous.post('/submit', body);
    const done = await send({ form_id: formId, nonce: site.nonce(formId), fields }).expect(200);
    expect(done.body).toMatchObject({ success: true, entry_id: expect.any(Number) });
    const failed = await send({ form_id: formId, nonce: site.nonce(formId), fields: {} }).expect(400);
    expect(failed.body).toMatchObject({ success: false, field: 'name' });
    await site.api.delete(`/forms/${formId}`);
  });

  row('Response headers', 'X-Host-Total', async () => {
    const formId = await site.api.form();
    await fill(formId, 3);
    const page = await site.api.get(`/entries?form_id=${formId}&per_page=2`);
    expect(page.headers['x-host-total']).toBe('3');
    const past = await site.api.get(`/entries?form_id=${formId}&per_page=2&page=9`).expect(200);
    expect([past.body, past.headers['x-host-total']]).toEqual([[], '3']);
    await site.api.delete(`/forms/${formId}`);
  });
  row('Response headers', 'X-Host-TotalPages', async () => {
    const formId = await site.api.form();
    expect((await site.api.get(`/entries?form_id=${formId}`)).headers['x-host-totalpages']).toBe('0');
    await fill(formId, 3);
    const page = await site.api.get(`/entries?form_id=${formId}&per_page=2`);
    expect(page.headers['x-host-totalpages']).toBe('2');
    expect(page.headers['link']).toContain('page=2>; rel="next"');
    await site.api.delete(`/forms/${formId}`);
  });
});
