import { describeWebhooks } from '../support/webhook-kit';

describeWebhooks('redelivery', (kit) => {
  it('redelivers one with the same id and bytes, as a new row that points to the first', async () => {
    await kit.submit();
    await kit.site.drain();
    const [first] = (await kit.webhooks()) as [Record<string, string>];
    const again = await kit.site.api.post(`/deliveries/${first['id']}/redeliver`).expect(201);
    expect(again.body).toMatchObject({ origin_id: first['id'], status: 'pending', attempt_count: 0 });
    expect(again.headers['location']).toBe(
      `${kit.site.host.url}rest/svc-forms/v1/deliveries/${again.body.id}`,
    );
    await kit.site.drain();
    const third = await kit.site.api.post(`/deliveries/${again.body.id}/redeliver`).expect(201);
    expect(third.body.origin_id).toBe(first['id']);
    await kit.site.drain();
    const sent = kit.receiver.received.map(({ headers, body }) => `${headers['x-svc-delivery']} ${body}`);
    expect(sent.length).toBe(3);
    expect(new Set(sent).size).toBe(1);
    expect((await kit.site.api.get(`/deliveries/${first['id']}`)).body).toMatchObject({
      status: 'succeeded',
      attempt_count: 1,
    });
    await kit.site.api.post('/deliveries/00000000-0000-7000-8000-000000000000/redeliver').expect(404);
  });

  it('moves the time of a waiting one, and leaves its schedule', async () => {
    kit.receiver.answer(500);
    await kit.submit();
    await kit.site.drain();
    const [{ id }] = (await kit.webhooks()) as [{ id: string }];
    const moved = await kit.site.api.post(`/deliveries/${id}/redeliver`).expect(200);
    expect(moved.body).toMatchObject({ id, origin_id: null, status: 'retry_scheduled' });
    await kit.site.drain();
    expect((await kit.site.api.get(`/deliveries/${id}`)).body.attempts).toMatchObject([
      { retry_delay: 300 },
      { retry_delay: 1800 },
    ]);
    expect(await kit.webhooks()).toHaveLength(1);
  });

  it('redelivers all failed ones since a time, spread, and once', async () => {
    kit.receiver.answer(500);
    await kit.submit();
    await kit.site.drain();
    for (const delay of [300, 1800, 7200, 21_600]) await kit.waitAndDrain(delay);
    const since = new Date(kit.site.clock.now()).toISOString();
    kit.site.clock.advance(5);
    for (let index = 0; index < 3; index++) await kit.submit();
    for (const delay of [0, 300, 1800, 7200, 21_600]) await kit.waitAndDrain(delay);
    kit.receiver.clear();
    kit.receiver.answer(200);
    const ask = () => kit.site.api.post('/deliveries/redeliver', { form_id: kit.formId, since }).expect(200);
    expect((await ask()).body).toEqual({ form_id: kit.formId, redelivered: 3 });
    expect((await ask()).body.redelivered).toBe(0);
    await kit.site.drain();
    expect(kit.receiver.received.length).toBe(1);
    await kit.waitAndDrain(0.2);
    expect(kit.receiver.received.length).toBe(2);
    await kit.waitAndDrain(0.2);
    expect(kit.receiver.received.length).toBe(3);
    await kit.site.api.post('/deliveries/redeliver', { form_id: kit.formId, since: 'yesterday' }).expect(400);
    await kit.site.api.post('/deliveries/redeliver', { form_id: 999_999, since }).expect(404);
  });
});
