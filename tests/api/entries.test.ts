import { overDatabases } from '../support/databases';
import { startTestHost, type TestHost } from '../support/test-host';

overDatabases('entries', (family) => {
  let site: TestHost;
  let formId: number;
  const names = ['Ada', 'Bob 100%', 'ÇELİK', '=HYPERLINK("http://x")', 'multi\nline, "quoted"', '-5'];
  beforeAll(async () => {
    site = await startTestHost(family);
    formId = await site.api.form();
    for (const name of names) {
      const fields = { name, email: 'a@example.com' };
      await site.api.anonymous
        .post('/submit', { form_id: formId, nonce: site.nonce(formId), fields })
        .expect(200);
      site.clock.advance(60);
    }
  });
  afterAll(() => site.stop());

  const found = async (query: string): Promise<string[]> =>
    (await site.api.get(`/entries?${query}`).expect(200)).body.map(
      (entry: { fields: { name: { value: string } } }) => entry.fields.name.value,
    );

  it('searches values only, whatever the case, and takes % and _ as they are', async () => {
    expect(await found('search=ada')).toEqual(['Ada']);
    expect(await found(`search=${encodeURIComponent('çel')}`)).toEqual(['ÇELİK']);
    expect(await found(`search=${encodeURIComponent('0%')}`)).toEqual(['Bob 100%']);
    expect(await found(`search=${encodeURIComponent('"quoted"')}`)).toEqual(['multi\nline, "quoted"']);
    expect(await found('search=label')).toEqual([]);
    expect(await found('search=_')).toEqual([]);
  });
  it('combines filters; after and before compare whole seconds', async () => {
    expect(await found('after=2026-03-01T10:04:00Z')).toEqual(['-5']);
    expect(await found('before=2026-03-01T10:01:00Z')).toEqual(['Ada']);
    expect(await found('after=2026-03-01T10:00:00Z&before=2026-03-01T10:02:00Z')).toEqual(['Bob 100%']);
    expect(await found('after=2026-03-01T12:00:00%2B02:00&before=2026-03-01T10:02:00')).toEqual(['Bob 100%']);
    expect(await found('after=2026-02-28&search=ada&status=unread')).toEqual(['Ada']);
    expect(await found('search=ada&status=read')).toEqual([]);
  });
  it('keeps other parameters in Link', async () => {
    const page = await site.api.get('/entries?per_page=2&page=2&status=unread');
    expect(page.headers['link']).toBe(
      `<${site.host.url}rest/svc-forms/v1/entries?per_page=2&page=1&status=unread>; rel="prev", ` +
        `<${site.host.url}rest/svc-forms/v1/entries?per_page=2&page=3&status=unread>; rel="next"`,
    );
  });
  it('keeps a question mark in Link', async () => {
    for (let index = 0; index < 2; index++) await site.api.post('/forms', { title: 'What?' });
    const page = await site.api.get('/forms?search=what?&per_page=1&status=publish');
    expect(page.headers['link']).toContain(
      '/forms?search=what%3F&per_page=1&status=publish&page=2>; rel="next"',
    );
  });
  it('marks and deletes many', async () => {
    const ids = (await site.api.get('/entries')).body.map(({ id }: { id: number }) => id);
    const marked = await site.api
      .post('/entries/bulk', { action: 'read', ids: [ids[0], ids[1], 999_999] })
      .expect(200);
    expect(marked.body).toEqual({ action: 'read', done: [ids[1], ids[0]].sort(), missing: [999_999] });
    expect(await found('status=read')).toHaveLength(2);
    await site.api.post('/entries/bulk', { action: 'unread', ids }).expect(200);
    for (const body of [
      { action: 'archive', ids },
      { action: 'read', ids: [] },
      { action: 'read', ids: ['1'] },
    ])
      await site.api.post('/entries/bulk', body).expect(400);
    const author = await site.as('author', 'author');
    await author.post('/entries/bulk', { action: 'delete', ids }).expect(403);
    await author.post('/entries/bulk', { action: 'unread', ids }).expect(200);
    await author.delete(`/entries/${ids[0]}`).expect(403);
  });
  it('exports what the filter shows, as CSV that no spreadsheet runs', async () => {
    const all = await site.api.get(`/entries/export?form_id=${formId}`).expect(200);
    expect(all.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(all.headers['content-disposition']).toBe(
      `attachment; filename="entries-form-${formId}-2026-03-01.csv"`,
    );
    const lines = all.text.split('\r\n');
    expect(lines[0]).toBe(
      '\uFEFFid,form_id,status,created_at,ip_address,user_agent,page_url,Name,Email,other_fields',
    );
    expect(lines).toHaveLength(names.length + 2);
    expect(all.text).toContain(`"'=HYPERLINK(""http://x"")"`);
    expect(all.text).toContain('"multi\nline, ""quoted"""');
    expect(lines[1]).toMatch(/,-5,a@example\.com,$/);
    const some = await site.api.get(`/entries/export?form_id=${formId}&search=ada&bom=0`).expect(200);
    expect(some.text.split('\r\n').slice(1)).toEqual([expect.stringContaining('Ada'), '']);
    expect(some.text.startsWith('id,')).toBe(true);
  });
  it('keeps label and value when the form changes', async () => {
    await site.api
      .put(`/forms/${formId}`, { fields: [{ id: 'email', type: 'email', label: 'Address' }] })
      .expect(200);
    const [entry] = (await site.api.get('/entries')).body;
    expect(entry.fields).toEqual({
      name: { label: 'Name', value: '-5' },
      email: { label: 'Email', value: 'a@example.com' },
    });
    const csv = await site.api.get(`/entries/export?form_id=${formId}&search=ada`);
    expect(csv.text).toContain(`a@example.com,"{""name"":""Ada""}"`);
  });
});

it('never answers more than one page of the export at once', async () => {
  const site = await startTestHost('sqlite');
  const formId = await site.api.form();
  const row = {
    form_id: formId,
    status: 'unread',
    fields: '{}',
    search_text: '',
    ip_address: '',
    user_agent: '',
    page_url: '',
    created_at: 0,
  };
  await site.host.cms.db.batchInsert(
    'cms_svc_entries',
    Array.from({ length: 1203 }, () => row),
    100,
  );
  const { text } = await site.api.get('/entries/export').expect(200);
  const ids = text
    .split('\r\n')
    .slice(1, -1)
    .map((line: string) => Number(line.split(',')[0]));
  expect(ids).toEqual(Array.from({ length: 1203 }, (_, index) => 1203 - index));
  await site.stop();
});
