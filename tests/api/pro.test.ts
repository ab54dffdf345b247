import { overDatabases } from '../support/databases';
import { Receiver } from '../support/receiver';
import { startTestHost } from '../support/test-host';

overDatabases('the Pro entitlement', (family) => {
  it('closes the settings, enqueues nothing, and lets what is pending wait', async () => {
    const site = await startTestHost(family);
    const receiver = await Receiver.start();
    const formId = await site.api.form();
    const submit = () => {
      const fields = { name: 'a', email: 'a@example.com' };
      return site.api.anonymous
        .post('/submit', { form_id: formId, nonce: site.nonce(formId), fields })
        .expect(200);
    };
    await site.api.put(`/forms/${formId}/webhook`, { enabled: true, url: receiver.url }).expect(200);
    receiver.answer(500, 200);
    await submit();
    await site.drain();

    const has = jest.spyOn(site.host.cms.contract.entitlements, 'has').mockReturnValue(false);
    for (const answer of [
      await site.api.get(`/forms/${formId}/webhook`),
      await site.api.put(`/forms/${formId}/webhook`, { enabled: false }),
      await site.api.post(`/forms/${formId}/webhook/test`),
    ])
      expect([answer.status, answer.body.code]).toEqual([403, 'pro_required']);
    await submit();
    site.clock.advance(3600);
    await site.drain();
    expect(receiver.received.length).toBe(1);
    expect((await site.api.get('/deliveries')).body).toMatchObject([{ status: 'retry_scheduled' }]);

    has.mockRestore();
    await site.drain();
    expect(receiver.received.length).toBe(2);
    expect((await site.api.get('/deliveries')).body).toMatchObject([{ status: 'succeeded' }]);
    await site.stop();
    await receiver.stop();
  });
});
