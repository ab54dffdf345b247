import { overDatabases } from '../support/databases';
import { Receiver } from '../support/receiver';
import { startTestHost, type TestHost } from '../support/test-host';

overDatabases('spam', (family) => {
  let site: TestHost;
  let receiver: Receiver;
  let formId: number;
  const checks: ((text: unknown) => Promise<string | null>)[] = [];
  beforeAll(async () => {
    const check = async ({ fields }: { fields: Record<string, unknown> }) =>
      checks[0] ? checks[0](fields['name']) : null;
    site = await startTestHost(family, { options: { spamChecks: [check] } });
    receiver = await Receiver.start();
    formId = await site.api.form({
      settings: { honeypot: true, min_seconds: 2, notification_email: 'owner@example.com' },
    });
    await site.api.put(`/forms/${formId}/webhook`, { enabled: true, url: receiver.url }).expect(200);
  });
  afterAll(async () => {
    await site.stop();
    await receiver.stop();
  });
  beforeEach(async () => {
    receiver.clear();
    checks.length = 0;
    const { body } = await site.api.get('/entries?spam=include&per_page=100');
    const ids = body.map(({ id }: { id: number }) => id);
    if (ids.length > 0) await site.api.post('/entries/bulk', { action: 'delete', ids }).expect(200);
  });
  const submit = (more: object = {}, name = 'Ada') =>
    site.api.anonymous.post('/submit', {
      ...{ form_id: formId, nonce: site.nonce(formId), fields: { name, email: 'a@example.com' } },
      ...more,
    });
  const total = async (query: string) => Number((await site.api.get(query)).headers['x-host-total']);

  it.each([
    ['the field that people do not see', { svc_website: 'http://spam.example' }],
    ['too fast', { elapsed: 300 }],
    ['a broken time', { elapsed: 'now' }],
    ['field errors as well', { svc_website: 'x', fields: { name: '' } }],
  ])('%s: the same answer, stored with a mark, nothing sent', async (_name, more) => {
    const clean = (await submit()).body;
    const marked = await submit(more).expect(200);
    expect({ ...marked.body, entry_id: 0 }).toEqual({ ...clean, entry_id: 0 });
    await site.drain();
    expect(receiver.received.length).toBe(1);
    expect((await site.api.get('/entries')).body.map(({ id }: { id: number }) => id)).toEqual([
      clean.entry_id,
    ]);
    const [entry] = (await site.api.get('/entries?spam=only')).body;
    expect(entry).toMatchObject({ id: marked.body.entry_id, status: 'unread', spam: expect.any(String) });
    expect(await total('/entries?spam=include')).toBe(2);
    expect(await total(`/deliveries?entry_id=${entry.id}`)).toBe(0);
  });

  it('is sent exactly once when an administrator clears it, however often and at once', async () => {
    const { entry_id: id } = (await submit({ svc_website: 'x' })).body;
    await Promise.all(
      Array.from({ length: 8 }, () => site.api.patch(`/entries/${id}`, { spam: false }).expect(200)),
    );
    await site.drain();
    expect(await total(`/deliveries?entry_id=${id}`)).toBe(2);
    expect(receiver.received.length).toBe(1);
    expect(receiver.received[0]?.json).toMatchObject({ entry_id: id, fields: { name: 'Ada' } });
    const { body } = await site.api.get(`/entries/${id}`);
    expect(body).not.toHaveProperty('spam');
    await site.api.patch(`/entries/${id}`, { spam: true }).expect(200);
    expect((await site.api.get(`/entries/${id}`)).body.spam).toBe('marked by hand');
    await site.api.patch(`/entries/${id}`, { spam: false }).expect(200);
    await site.drain();
    expect(receiver.received.length).toBe(1);
    await site.api.patch(`/entries/${id}`, {}).expect(400);
    await site.api.patch('/entries/999999', { spam: false }).expect(404);
  });

  it('a person who takes the time is no spam, and neither is a form without script', async () => {
    await submit({ elapsed: 2000, svc_website: '' });
    await submit();
    expect(await total('/entries')).toBe(2);
  });

  it('asks the operator’s own checks; one that fails or hangs loses nothing', async () => {
    checks[0] = async (name) => (name === 'Viagra' ? 'bad words' : null);
    await submit({}, 'Viagra').expect(200);
    expect((await site.api.get('/entries?spam=only')).body).toMatchObject([{ spam: 'bad words' }]);
    checks[0] = () => Promise.reject(new Error('service down'));
    await submit({}, 'Fine').expect(200);
    checks[0] = () => new Promise(() => undefined);
    await submit({}, 'Fine too').expect(200);
    expect(await total('/entries')).toBe(2);
    expect(site.log.filter(({ event }) => event === 'spam.check_failed').length).toBe(2);
  });
});
