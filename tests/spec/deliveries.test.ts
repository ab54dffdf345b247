import { startTestHost } from '../support/test-host';
import { describeOrders } from './order-kit';
import { row } from './row';

describeOrders('deliveries', (kit) => {
  row('Webhook delivery', '(submission saved)', async () => {
    let stored: unknown;
    kit.receiver.answer((_request, response, { json }) => {
      void kit.site.api.get(`/entries/${json['entry_id']}`).then((answer) => {
        stored = answer.body;
        response.end();
      });
    });
    const { entryId } = await kit.delivered();
    expect(stored).toMatchObject({ id: entryId, form_id: kit.formId });
  });
  row('Webhook delivery', 'attempt made: 2xx', async () => {
    kit.receiver.answer(204);
    await kit.delivered();
    const got = await kit.delivery();
    expect(got).toMatchObject({ status: 'succeeded', attempt_count: 1, next_attempt_at: null });
    expect(got['attempts']).toEqual([
      {
        attempt: 1,
        at: expect.stringMatching(/Z$/),
        method: 'POST',
        url: kit.receiver.url,
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
    kit.receiver.answer(302);
    await kit.delivered();
    const next = new Date(kit.site.clock.now() + 300_000).toISOString().replace(/\.\d+/, '');
    const got = await kit.delivery();
    expect(got).toMatchObject({ status: 'retry_scheduled', attempt_count: 1, next_attempt_at: next });
    expect(got['attempts']).toMatchObject([
      { response_status: 302, response_body: 'refused with 302', retry_delay: 300 },
    ]);
  });
  row('Webhook delivery', 'retry scheduled: 2xx', async () => {
    kit.receiver.answer(500, 200);
    await kit.delivered();
    kit.site.clock.advance(300);
    await kit.site.drain();
    const got = await kit.delivery();
    expect(got).toMatchObject({ status: 'succeeded', attempt_count: 2 });
    expect(got['attempts']).toHaveLength(2);
  });
  row('Webhook delivery', 'retry scheduled: non-2xx, retries remain', async () => {
    kit.receiver.answer(500);
    await kit.delivered();
    kit.site.clock.advance(300);
    await kit.site.drain();
    const got = await kit.delivery();
    expect(got).toMatchObject({ status: 'retry_scheduled', attempt_count: 2 });
    expect(got['attempts']).toMatchObject([{ retry_delay: 300 }, { retry_delay: 1800 }]);
  });
  row('Webhook delivery', 'final retry', async () => {
    kit.receiver.answer(500);
    await kit.delivered();
    for (const delay of [300, 1800, 7200, 21_600]) {
      kit.site.clock.advance(delay);
      await kit.site.drain();
    }
    const got = await kit.delivery();
    expect(got).toMatchObject({ status: 'failed', attempt_count: 5, next_attempt_at: null });
    expect(got['finished_at']).not.toBeNull();
    expect(got['attempts']).toHaveLength(5);
    kit.site.clock.advance(1_000_000);
    await kit.site.drain();
    expect(kit.receiver.received.length).toBe(5);
    const ids = new Set(
      kit.receiver.received.map(({ headers, body }) => `${headers['x-svc-delivery']} ${body}`),
    );
    expect(ids.size).toBe(1);
    expect(kit.receiver.received.map(({ headers }) => headers['x-svc-attempt'])).toEqual([
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
      kit.receiver.answer(503);
      await kit.delivered();
      for (const earlier of before) {
        kit.site.clock.advance(earlier);
        await kit.site.drain();
      }
      const made = kit.receiver.received.length;
      kit.site.clock.advance(delay - 1);
      await kit.site.drain();
      expect(kit.receiver.received.length).toBe(made);
      kit.site.clock.advance(1);
      await kit.site.drain();
      expect(kit.receiver.received.length).toBe(made + 1);
    });
  row('Limits', 'Webhook retries', async () => {
    kit.receiver.answer(500);
    await kit.delivered();
    kit.site.clock.advance(1_000_000);
    for (let round = 0; round < 8; round++) {
      await kit.site.drain();
      kit.site.clock.advance(100_000);
    }
    expect(kit.receiver.received.length).toBe(1 + 4);
  });
  row('Limits', 'Webhook request timeout', async () => {
    const quick = await startTestHost(kit.family, { options: { attemptTimeoutMs: 300 } });
    const id = await quick.api.form();
    await quick.api.put(`/forms/${id}/webhook`, { enabled: true, url: kit.receiver.url });
    kit.receiver.answer(() => undefined);
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
