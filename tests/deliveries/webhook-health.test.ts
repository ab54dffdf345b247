import { describeWebhooks } from '../support/webhook-kit';

const DAY = 86_400;

describeWebhooks('webhook health', (kit) => {
  it('pauses after 5 days and 20 attempts of nothing but failures, tells the owner, waits, and resumes', async () => {
    kit.receiver.answer(500);
    for (let day = 0; day < 6; day++) {
      await kit.submit();
      await kit.site.drain();
      for (const delay of [300, 1800, 7200, 21_600]) await kit.waitAndDrain(delay);
      if (day < 5) expect((await kit.state()).state).toBe('active');
      kit.site.clock.advance(DAY - 30_900);
    }
    expect(await kit.state()).toMatchObject({
      state: 'paused',
      enabled: true,
      paused_reason: expect.stringMatching(/^Nothing but failures for 5 days, in \d+ attempts\.$/),
      failing_since: expect.any(String),
    });
    const mail = (await kit.deliveries()).find(({ event }) => event === 'webhook_paused');
    expect(mail).toMatchObject({ channel: 'email', entry_id: null });
    await kit.site.drain();
    const made = kit.receiver.received.length;
    await kit.submit();
    await kit.waitAndDrain(10 * DAY);
    expect(kit.receiver.received.length).toBe(made);
    const [waiting] = await kit.webhooks();
    expect(waiting).toMatchObject({
      status: 'pending',
      reason: expect.stringMatching(/^Waits: the webhook is paused\./),
    });
    kit.receiver.answer(200);
    await kit.webhook({ enabled: true });
    expect(await kit.state()).toMatchObject({
      state: 'active',
      paused_reason: null,
      failing_since: null,
      failed_attempts: 0,
    });
    await kit.site.drain();
    expect((await kit.site.api.get(`/deliveries/${String(waiting?.['id'])}`)).body.status).toBe('succeeded');
  });

  it('one success in between forgets the failures; a test counts for nothing', async () => {
    kit.receiver.answer(500);
    await kit.submit();
    await kit.site.drain();
    expect((await kit.state()).failed_attempts).toBe(1);
    await kit.site.api.post(`/forms/${kit.formId}/webhook/test`).expect(200);
    expect((await kit.state()).failed_attempts).toBe(1);
    kit.receiver.answer(200);
    await kit.site.api.post(`/forms/${kit.formId}/webhook/test`).expect(200);
    expect((await kit.state()).failed_attempts).toBe(1);
    await kit.waitAndDrain(300);
    expect(await kit.state()).toMatchObject({ failing_since: null, failed_attempts: 0 });
  });

  it('410 pauses at once', async () => {
    kit.receiver.answer(410);
    await kit.submit();
    await kit.site.drain();
    expect(await kit.state()).toMatchObject({
      state: 'paused',
      paused_reason: 'The receiver answered 410 Gone.',
    });
    const [delivery] = await kit.webhooks();
    expect(delivery).toMatchObject({ status: 'retry_scheduled', attempt_count: 1 });
    expect((await kit.site.api.get('/deliveries/health')).body.paused_webhooks).toBe(1);
  });

  it('a test delivery is one attempt, marked, logged and never repeated', async () => {
    kit.receiver.answer(503);
    const { body } = await kit.site.api.post(`/forms/${kit.formId}/webhook/test`).expect(200);
    expect(body).toMatchObject({
      test: true,
      entry_id: null,
      status: 'failed',
      attempt_count: 1,
      next_attempt_at: null,
    });
    expect(body.attempts).toMatchObject([
      { response_status: 503, response_body: 'refused with 503', retry_delay: null },
    ]);
    const [got] = kit.receiver.received;
    expect(got?.headers['x-svc-test']).toBe('true');
    expect(got?.json).toMatchObject({
      event: 'form_submission',
      form_id: kit.formId,
      fields: { email: 'visitor@example.com' },
    });
    await kit.waitAndDrain(100_000);
    expect(kit.receiver.received.length).toBe(1);
    await kit.site.api.post(`/deliveries/${body.id}/redeliver`).expect(400);
    await kit.webhook({ enabled: false, url: null });
    const missing = await kit.site.api.post(`/forms/${kit.formId}/webhook/test`).expect(400);
    expect(missing.body.data.field).toBe('url');
  });

  it('a webhook that is disabled when an attempt is due cancels it, with the reason', async () => {
    kit.receiver.answer(500);
    await kit.submit();
    await kit.site.drain();
    await kit.webhook({ enabled: false });
    await kit.waitAndDrain(300);
    const [delivery] = await kit.webhooks();
    expect(delivery).toMatchObject({
      status: 'cancelled',
      reason: expect.stringMatching(/disabled/),
      attempt_count: 1,
    });
    await kit.webhook({ enabled: true });
    kit.receiver.answer(200);
    await kit.site.api.post(`/deliveries/${String(delivery?.['id'])}/redeliver`).expect(201);
    await kit.site.drain();
    expect(kit.receiver.received.length).toBe(2);
  });
});
