import { describeWebhooks } from '../support/webhook-kit';

const DAY = 86_400;

describeWebhooks('retention and observation', (kit) => {
  it('purges what finished before the retention, in batches, and keeps the rest', async () => {
    const { db } = kit.site.host.cms;
    kit.receiver.answer(200);
    await kit.submit();
    await kit.site.drain();
    const [row] = await db('cms_svc_deliveries').where({ form_id: kit.formId, channel: 'webhook' });
    const id = (index: number) => `00000000-0000-7000-8000-${String(index).padStart(12, '0')}`;
    const old = Array.from({ length: 1201 }, (_, index) => ({
      ...row,
      id: id(index),
      finished_at: 1000 + index,
    }));
    await db.batchInsert('cms_svc_deliveries', old, 100);
    const log = { attempt: 1, at: 1, method: 'POST', url: 'x', duration_ms: 1 };
    await db.batchInsert(
      'cms_svc_delivery_attempts',
      old.map((one) => ({ ...log, delivery_id: one.id })),
      100,
    );
    kit.receiver.answer(500);
    await kit.submit();
    await kit.site.drain();
    const purge = kit.site.host.plugins.active?.cronHooks.find(({ name }) => name === 'svc-forms-purge');
    await purge?.run(new AbortController().signal);
    expect((await kit.webhooks()).map(({ status }) => status).sort()).toEqual([
      'retry_scheduled',
      'succeeded',
    ]);
    expect(await db('cms_svc_delivery_attempts').where({ url: 'x' })).toEqual([]);
    kit.site.clock.advance(91 * DAY);
    await purge?.run(new AbortController().signal);
    expect((await kit.webhooks()).map(({ status }) => status)).toEqual(['retry_scheduled']);
  });

  it('GET /deliveries/health tells what is going on', async () => {
    kit.site.clock.advance(7200);
    kit.receiver.answer(200, 500, (request) => request.socket.destroy());
    for (let index = 0; index < 3; index++) {
      await kit.submit();
      await kit.site.drain();
    }
    kit.site.clock.advance(400);
    const before = (await kit.site.api.get('/deliveries/health').expect(200)).body;
    expect(before).toMatchObject({
      due_now: 2,
      oldest_due_at: expect.any(String),
      in_flight: 0,
      attempts_last_hour: { succeeded: 4, failed: 1, no_answer: 1 },
      paused_webhooks: 0,
    });
    await kit.site.host.cms
      .db('cms_svc_webhooks')
      .where({ form_id: kit.formId })
      .update({ paused_at: 1, paused_reason: 'x' });
    const paused = (await kit.site.api.get('/deliveries/health').expect(200)).body;
    expect(paused).toMatchObject({ due_now: 0, held_back: 2, oldest_due_at: null, paused_webhooks: 1 });
    await kit.webhook({ enabled: true });
    kit.receiver.answer(200);
    await kit.site.drain();
    const after = (await kit.site.api.get('/deliveries/health')).body;
    expect(after).toMatchObject({
      due_now: 0,
      oldest_due_at: null,
      last_drain_at: expect.stringMatching(/Z$/),
    });
    await (await kit.site.as(`reader${kit.formId}`, 'author')).get('/deliveries/health').expect(403);
  });
});
