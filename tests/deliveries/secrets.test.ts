import { createHmac } from 'node:crypto';
import { describeWebhooks } from '../support/webhook-kit';

const DAY = 86_400;

describeWebhooks('webhook secrets', (kit) => {
  const standard = (body: string, headers: Record<string, unknown>, key: Buffer) => {
    const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`;
    return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
  };

  it('a new secret is shown once; the old one signs beside it for 24 hours', async () => {
    const made = await kit.site.api.post(`/forms/${kit.formId}/webhook/secret`).expect(200);
    const { secret } = made.body as { secret: string };
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(JSON.stringify(await kit.state())).not.toContain(secret.slice(6));
    expect(JSON.stringify(kit.site.log)).not.toContain(secret.slice(6));
    await kit.submit();
    await kit.site.drain();
    await kit.waitAndDrain(DAY - 60);
    await kit.submit();
    await kit.site.drain();
    const [first, last] = kit.receiver.received;
    const key = Buffer.from(secret.slice(6), 'base64');
    for (const got of [first, last]) {
      if (!got) throw new Error('Nothing was received.');
      const { body, headers } = got;
      expect(headers['x-svc-signature']).toBe(
        `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
      );
      expect(String(headers['webhook-signature']).split(' ')).toEqual([
        standard(body, headers, key),
        standard(body, headers, Buffer.from('old secret')),
      ]);
    }
    expect((await kit.state()).previous_secret_until).not.toBeNull();
    kit.site.clock.advance(120);
    await kit.submit();
    await kit.site.drain();
    expect(String(kit.receiver.received[2]?.headers['webhook-signature'])).not.toContain(' ');
    expect((await kit.state()).previous_secret_until).toBeNull();
  });

  it('two new secrets within a day: each replaced one signs for its own 24 hours', async () => {
    await kit.webhook({ secret: 'second' });
    await kit.waitAndDrain(DAY / 2);
    await kit.webhook({ secret: 'third' });
    const signatures = async (): Promise<number> => {
      kit.receiver.clear();
      await kit.submit();
      await kit.site.drain();
      const [{ body, headers }] = kit.receiver.received as [(typeof kit.receiver.received)[0]];
      const expected = ['third', 'second', 'old secret'].map((key) =>
        standard(body, headers, Buffer.from(key)),
      );
      const got = String(headers['webhook-signature']).split(' ');
      expect(got).toEqual(expected.slice(0, got.length));
      return got.length;
    };
    expect(await signatures()).toBe(3);
    await kit.waitAndDrain(DAY / 2);
    expect(await signatures()).toBe(2);
    await kit.waitAndDrain(DAY / 2);
    expect(await signatures()).toBe(1);
    expect((await kit.state()).previous_secret_until).toBeNull();
  });

  it('the same secret again is no rotation; clearing it ends both', async () => {
    await kit.webhook({ secret: 'old secret' });
    expect((await kit.state()).previous_secret_until).toBeNull();
    await kit.webhook({ secret: 'new' });
    expect((await kit.state()).previous_secret_until).not.toBeNull();
    await kit.webhook({ secret: null });
    expect(await kit.state()).toMatchObject({ has_secret: false, previous_secret_until: null });
  });

  it('a secret that cannot be read any more fails attempts in plain words, and can be set again', async () => {
    const { db } = kit.site.host.cms;
    await db('cms_svc_webhooks').where({ form_id: kit.formId }).update({ secret: 'AAAA.BBBB.CCCC' });
    await kit.submit();
    await kit.site.drain();
    const [{ id }] = (await kit.webhooks()) as [{ id: string }];
    const { attempts } = (await kit.site.api.get(`/deliveries/${id}`)).body;
    expect(attempts).toMatchObject([
      { error: 'secret', message: expect.stringMatching(/Set it again/), retry_delay: 300 },
    ]);
    expect(await kit.state()).toMatchObject({ has_secret: true });
    await kit.webhook({ secret: 'set again' });
    await kit.waitAndDrain(300);
    expect(kit.receiver.received.length).toBe(1);
  });
});
