import { overDatabases } from '../support/databases';
import { Receiver, type Received } from '../support/receiver';
import { startTestHost, type TestHost } from '../support/test-host';
import { row } from './row';

const SECRET = 'a secret with spaces and ümlauts';
const FIELDS = [
  { id: 'name', type: 'text', label: 'Name', required: true },
  { id: 'email', type: 'email', label: 'Email' },
  { id: 'plan', type: 'select', label: 'Plan', options: ['free', 'pro'] },
  { id: 'topics', type: 'checkbox', label: 'Topics', options: ['a', 'b', 'c'] },
  { id: 'paper', type: 'file', label: 'Paper' },
];

overDatabases('deliveries', (family) => {
  let site: TestHost;
  let receiver: Receiver;
  let formId: number;
  beforeAll(async () => {
    site = await startTestHost(family);
    receiver = await Receiver.start();
  });
  afterAll(async () => {
    await site.stop();
    await receiver.stop();
  });
  afterEach(() => site.api.delete(`/forms/${formId}`).expect(200));
  beforeEach(async () => {
    receiver.clear();
    receiver.answer(200);
    formId = await site.api.form({ title: 'Orders', fields: FIELDS });
    await site.api
      .put(`/forms/${formId}/webhook`, { enabled: true, url: receiver.url, secret: SECRET })
      .expect(200);
  });

  const submit = async (): Promise<number> => {
    const answer = await site.api.anonymous
      .post('/submit')
      .field('form_id', formId)
      .field('nonce', site.nonce(formId))
      .field(
        'fields',
        JSON.stringify({ name: 'Zoë', email: 'z@example.com', plan: 'pro', topics: ['a', 'c'] }),
      )
      .attach('paper', Buffer.from('hello'), { filename: 'a b.txt', contentType: 'text/plain' })
      .expect(200);
    return answer.body.entry_id;
  };
  const delivered = async (): Promise<{ entryId: number; got: Received }> => {
    const entryId = await submit();
    await site.drain();
    return { entryId, got: receiver.received[0] as Received };
  };
  const delivery = async (): Promise<Record<string, unknown>> => {
    const [first] = (await site.api.get(`/deliveries?form_id=${formId}`).expect(200)).body;
    return (await site.api.get(`/deliveries/${first.id}`).expect(200)).body;
  };

  row('Webhook delivery', '(submission saved)', async () => {
    let stored: unknown;
    receiver.answer((_request, response, { json }) => {
      void site.api.get(`/entries/${json['entry_id']}`).then((answer) => {
        stored = answer.body;
        response.end();
      });
    });
    const { entryId } = await delivered();
    expect(stored).toMatchObject({ id: entryId, form_id: formId });
  });
  row('Webhook delivery', 'attempt made: 2xx', async () => {
    receiver.answer(204);
    await delivered();
    const got = await delivery();
    expect(got).toMatchObject({ status: 'succeeded', attempt_count: 1, next_attempt_at: null });
    expect(got['attempts']).toEqual([
      {
        attempt: 1,
        at: expect.stringMatching(/Z$/),
        method: 'POST',
        url: receiver.url,
        response_status: 204,
        error: null,
        message: null,
        duration_ms: expect.any(Number),
        response_body: null,
        retry_delay: null,
      },
    ]);
  });
  row('Webhook delivery', 'attempt made: not 2xx', async () => {
    receiver.answer(302);
    await delivered();
    const next = new Date(site.clock.now() + 300_000).toISOString().replace(/\.\d+/, '');
    const got = await delivery();
    expect(got).toMatchObject({ status: 'retry_scheduled', attempt_count: 1, next_attempt_at: next });
    expect(got['attempts']).toMatchObject([
      { response_status: 302, response_body: 'refused with 302', retry_delay: 300 },
    ]);
  });
  row('Webhook delivery', 'retry scheduled: 2xx', async () => {
    receiver.answer(500, 200);
    await delivered();
    site.clock.advance(300);
    await site.drain();
    const got = await delivery();
    expect(got).toMatchObject({ status: 'succeeded', attempt_count: 2 });
    expect(got['attempts']).toHaveLength(2);
  });
  row('Webhook delivery', 'retry scheduled: non-2xx, retries remain', async () => {
    receiver.answer(500);
    await delivered();
    site.clock.advance(300);
    await site.drain();
    const got = await delivery();
    expect(got).toMatchObject({ status: 'retry_scheduled', attempt_count: 2 });
    expect(got['attempts']).toMatchObject([{ retry_delay: 300 }, { retry_delay: 1800 }]);
  });
  row('Webhook delivery', 'final retry', async () => {
    receiver.answer(500);
    await delivered();
    for (const delay of [300, 1800, 7200, 21_600]) {
      site.clock.advance(delay);
      await site.drain();
    }
    const got = await delivery();
    expect(got).toMatchObject({ status: 'failed', attempt_count: 5, next_attempt_at: null });
    expect(got['finished_at']).not.toBeNull();
    expect(got['attempts']).toHaveLength(5);
    site.clock.advance(1_000_000);
    await site.drain();
    expect(receiver.received.length).toBe(5);
    const ids = new Set(receiver.received.map(({ headers, body }) => `${headers['x-svc-delivery']} ${body}`));
    expect(ids.size).toBe(1);
    expect(receiver.received.map(({ headers }) => headers['x-svc-attempt'])).toEqual([
      '1',
      '2',
      '3',
      '4',
      '5',
    ]);
  });

  const schedule: [name: string, delays: number[], delay: number][] = [
    ['1st retry', [], 300],
    ['2nd retry', [300], 1800],
    ['3rd retry', [300, 1800], 7200],
    ['Final', [300, 1800, 7200], 21_600],
  ];
  for (const [name, before, delay] of schedule)
    row('Retry schedule', name, async () => {
      receiver.answer(503);
      await delivered();
      for (const earlier of before) {
        site.clock.advance(earlier);
        await site.drain();
      }
      const made = receiver.received.length;
      site.clock.advance(delay - 1);
      await site.drain();
      expect(receiver.received.length).toBe(made);
      site.clock.advance(1);
      await site.drain();
      expect(receiver.received.length).toBe(made + 1);
    });
  row('Limits', 'Webhook retries', async () => {
    receiver.answer(500);
    await delivered();
    site.clock.advance(1_000_000);
    for (let round = 0; round < 8; round++) {
      await site.drain();
      site.clock.advance(100_000);
    }
    expect(receiver.received.length).toBe(1 + 4);
  });
  row('Limits', 'Webhook request timeout', async () => {
    const quick = await startTestHost(family, { options: { attemptTimeoutMs: 300 } });
    const id = await quick.api.form();
    await quick.api.put(`/forms/${id}/webhook`, { enabled: true, url: receiver.url });
    receiver.answer(() => undefined);
    const fields = { name: 'a', email: 'a@example.com' };
    await quick.api.anonymous.post('/submit', { form_id: id, nonce: quick.nonce(id), fields }).expect(200);
    await quick.drain();
    const [first] = (await quick.api.get('/deliveries')).body;
    const { attempts } = (await quick.api.get(`/deliveries/${first.id}`)).body;
    expect(attempts).toMatchObject([{ response_status: null, error: 'timeout', retry_delay: 300 }]);
    expect(attempts[0].duration_ms).toBeLessThan(2000);
    await quick.stop();
  });
});
