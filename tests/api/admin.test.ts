import { overDatabases } from '../support/databases';
import { startTestHost, type TestHost } from '../support/test-host';

const DAY = 86_400;

overDatabases('what the administration area asks for', (family) => {
  let site: TestHost;
  let formId: number;
  const submit = async (name = 'Ada', id = formId): Promise<number> => {
    const body = { form_id: id, nonce: site.nonce(id), fields: { name, email: 'a@example.com' } };
    return (await site.api.anonymous.post('/submit', body).expect(200)).body.entry_id as number;
  };
  beforeAll(async () => (site = await startTestHost(family)));
  afterAll(() => site.stop());
  beforeEach(async () => (formId = await site.api.form()));
  afterEach(() => site.api.delete(`/forms/${formId}`).expect(200));

  it('GET /me tells what the caller may do', async () => {
    const all = ['manage_forms', 'read_entries', 'delete_entries', 'manage_webhooks'];
    expect((await site.api.get('/me').expect(200)).body).toEqual({
      login: 'admin',
      capabilities: all,
      webhooks: true,
      retry_delays: [300, 1800, 7200, 21600],
      pause_after_days: 5,
    });
    const author = await site.as(`author${formId}`, 'author');
    expect((await author.get('/me').expect(200)).body.capabilities).toEqual(['read_entries']);
    await site.api.anonymous.get('/me').expect(403);
  });

  it('a version guards against lost changes, for those who ask for it', async () => {
    const read = await site.api.get(`/forms/${formId}`).expect(200);
    const { etag } = read.headers as { etag: string };
    const put = (title: string, tag?: string) =>
      site.api.put(`/forms/${formId}`, { title }).set(tag ? { 'If-Match': tag } : {});
    const first = await put('One', etag).expect(200);
    expect(first.headers['etag']).not.toBe(etag);
    const lost = await put('Two', etag).expect(412);
    expect(lost.body).toMatchObject({ code: 'edit_conflict', data: { status: 412 } });
    await put('Three', '"x"').expect(412);
    expect((await site.api.get(`/forms/${formId}`)).body.title).toBe('One');
    await put('Four').expect(200);
    await put('Five', '*').expect(200);
  });

  it('counts entries and deliveries of each form in the list', async () => {
    await site.api.put(`/forms/${formId}/webhook`, { enabled: true, url: 'http://127.0.0.1:1/' }).expect(200);
    const ids = [await submit(), await submit(), await submit()];
    await site.api.patch(`/entries/${ids[0]}`, { status: 'read' }).expect(200);
    await site.api.patch(`/entries/${ids[1]}`, { spam: true }).expect(200);
    await site.drain();
    const [plain] = (await site.api.get('/forms').expect(200)).body as [Record<string, unknown>];
    expect(plain['stats']).toBeUndefined();
    const [form] = (await site.api.get('/forms?include=stats').expect(200)).body as [Record<string, unknown>];
    expect(form['stats']).toMatchObject({ entries: 2, unread: 1, spam: 1 });
    expect(form['stats']).toMatchObject({
      last_submission_at: expect.stringMatching(/Z$/),
      deliveries: { succeeded: 0, failed: 0 },
    });
    await site.api.get('/forms?include=everything').expect(400);
  });

  it('GET /stats counts by the reader’s day', async () => {
    const midnight = Math.floor(site.clock.now() / 1000 / DAY + 1) * DAY;
    site.clock.advance(midnight - site.clock.now() / 1000 + 3600);
    await submit();
    const spam = await submit();
    await site.api.patch(`/entries/${spam}`, { spam: true }).expect(200);
    const today = async (query: string) =>
      (await site.api.get(`/stats?${query}`).expect(200)).body.days.at(-1);
    expect(await today('days=3')).toMatchObject({ submissions: 1, spam: 1, succeeded: 0, failed: 0 });
    const west = (await site.api.get('/stats?days=3&utc_offset=-120').expect(200)).body;
    expect(west.days).toHaveLength(3);
    expect(west.days.at(-1)).toMatchObject({ submissions: 1 });
    site.clock.advance(DAY - 7200);
    expect(await today('days=3')).toMatchObject({ submissions: 1 });
    expect(await today('days=3&utc_offset=120')).toMatchObject({ submissions: 0 });
    expect(west.deliveries).toEqual({ failed: 0, paused_webhooks: [] });
    const author = await site.as(`reader${formId}`, 'author');
    expect((await author.get('/stats').expect(200)).body.deliveries).toBeNull();
    for (const bad of ['days=0', 'days=400', 'utc_offset=x', 'utc_offset=900'])
      await site.api.get(`/stats?${bad}`).expect(400);
  });

  it('counts failures that nothing has repeated, and names paused webhooks', async () => {
    await site.api.put(`/forms/${formId}/webhook`, { enabled: true, url: 'http://127.0.0.1:1/' }).expect(200);
    await submit();
    for (const seconds of [0, 300, 1800, 7200, 21_600]) {
      site.clock.advance(seconds);
      await site.drain();
    }
    await site.host.cms
      .db('cms_svc_webhooks')
      .where({ form_id: formId })
      .update({ paused_at: 1, paused_reason: 'Gone.' });
    const stats = async () => (await site.api.get('/stats').expect(200)).body;
    expect((await stats()).deliveries).toEqual({
      failed: 1,
      paused_webhooks: [{ form_id: formId, title: 'Contact', reason: 'Gone.' }],
    });
    expect((await stats()).days.at(-1)).toMatchObject({ failed: 1 });
    const [failed] = (await site.api.get(`/deliveries?form_id=${formId}&status=failed`)).body;
    await site.api.post(`/deliveries/${failed.id}/redeliver`).expect(201);
    expect((await stats()).deliveries.failed).toBe(0);
  });

  it('leafs through the entries of a filter', async () => {
    const ids = [await submit('a'), await submit('b'), await submit('a'), await submit('a')] as const;
    const beside = async (id: number, query = '') =>
      (await site.api.get(`/entries/${id}/adjacent?form_id=${formId}${query}`).expect(200)).body;
    expect(await beside(ids[1])).toEqual({ newer: ids[2], older: ids[0] });
    expect(await beside(ids[2], '&search=a')).toMatchObject({ newer: ids[3] });
    expect(await beside(ids[0])).toEqual({ newer: ids[1], older: null });
    expect(await beside(ids[3])).toEqual({ newer: null, older: ids[2] });
    await site.api.get(`/entries/${ids[0]}/adjacent?status=x`).expect(400);
  });

  it('marks many as spam and back', async () => {
    const ids = [await submit(), await submit()];
    const bulk = (action: string) =>
      site.api.post('/entries/bulk', { action, ids: [...ids, 99_999_999] }).expect(200);
    expect((await bulk('spam')).body).toMatchObject({ done: ids, missing: [99_999_999] });
    expect((await site.api.get(`/entries?form_id=${formId}`)).body).toEqual([]);
    await bulk('not_spam');
    expect((await site.api.get(`/entries?form_id=${formId}`)).body).toHaveLength(2);
  });

  it('marks and deletes what a filter shows, step by step', async () => {
    const ids: number[] = [];
    while (ids.length < 502)
      ids.push(
        ...(await Promise.all(
          Array.from({ length: Math.min(50, 502 - ids.length) }, () => submit('wanted')),
        )),
      );
    ids.sort((a, b) => a - b);
    await submit('other');
    const filter = { form_id: formId, search: 'wanted' };
    const bulk = async (body: object) => (await site.api.post('/entries/bulk', body).expect(200)).body;
    const first = await bulk({ action: 'read', filter: { ...filter, status: 'unread' } });
    expect(first.done).toEqual(ids.slice(-500));
    expect(first.next).toBe(ids.at(-500));
    const second = await bulk({ action: 'read', filter, below: first.next });
    expect(second).toEqual({ action: 'read', done: ids.slice(0, 2), missing: [], next: null });
    const list = async (query: string) =>
      Number((await site.api.get(`/entries?form_id=${formId}${query}`)).headers['x-host-total']);
    expect([await list('&status=read'), await list('')]).toEqual([502, 503]);
    const removed = await bulk({ action: 'delete', filter });
    await bulk({ action: 'delete', filter, below: removed.next });
    expect(await list('')).toBe(1);
    expect(await bulk({ action: 'delete', filter })).toMatchObject({ done: [], next: null });
    for (const body of [
      { action: 'read' },
      { action: 'read', filter: { form: 1 } },
      { action: 'read', filter, ids },
      { action: 'read', filter: { status: 'new' } },
      { action: 'read', filter, below: 0 },
    ])
      await site.api.post('/entries/bulk', body).expect(400);
  });

  it('shows the request of a test, and takes one test of a form at a time', async () => {
    await site.api
      .put(`/forms/${formId}/webhook`, { url: 'http://127.0.0.1:1/', secret: 'geheim' })
      .expect(200);
    const test = () => site.api.post(`/forms/${formId}/webhook/test`);
    const [one, other] = await Promise.all([test(), test()]);
    const answers = [one, other].sort((a, b) => a.status - b.status);
    expect(answers[0]?.body).toMatchObject({
      payload: expect.stringContaining('visitor@example.com'),
      request: {
        url: 'http://127.0.0.1:1/',
        headers: { 'X-Svc-Test': 'true', 'X-Svc-Signature': expect.stringMatching(/^sha256=/) },
      },
      answer: null,
      attempts: [{ error: 'refused' }],
    });
    expect(JSON.stringify(answers[0]?.body)).not.toContain('geheim');
    if (answers[1]?.status !== 200)
      expect(answers[1]).toMatchObject({ status: 503, body: { code: 'unavailable' } });
    await test().expect(200);
  });
});
