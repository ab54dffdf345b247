import { createHmac } from 'node:crypto';
import { startTestHost } from '../support/test-host';
import { describeOrders, SECRET } from './order-kit';
import { row } from './row';

describeOrders('webhooks', (kit) => {
  row('Webhook configuration', 'enabled', async () => {
    expect((await kit.site.api.get(`/forms/${kit.formId}/webhook`)).body.enabled).toBe(true);
    await kit.site.api.put(`/forms/${kit.formId}/webhook`, { enabled: false }).expect(200);
    await kit.submit();
    await kit.site.drain();
    expect(kit.receiver.received.length).toBe(0);
    await kit.site.api.put(`/forms/${kit.formId}/webhook`, { enabled: 'yes' }).expect(400);
  });
  row('Webhook configuration', 'endpoint URL', async () => {
    expect((await kit.site.api.get(`/forms/${kit.formId}/webhook`)).body.url).toBe(kit.receiver.url);
    for (const url of ['ftp://a.test/', 'nothing', '/path', 7]) {
      const wrong = await kit.site.api.put(`/forms/${kit.formId}/webhook`, { url }).expect(400);
      expect(wrong.body.data.field).toBe('url');
    }
    const production = await startTestHost(kit.family, { env: { NODE_ENV: 'production' } });
    const id = await production.api.form();
    const http = { enabled: true, url: 'http://example.com/hook' };
    const refused = await production.api.put(`/forms/${id}/webhook`, http).expect(400);
    expect(refused.body.data.field).toBe('url');
    await production.api
      .put(`/forms/${id}/webhook`, { ...http, url: 'https://example.com/hook' })
      .expect(200);
    // One from before a change of policy can be switched off, not on.
    await production.host.cms.db('cms_svc_webhooks').update({ url: http.url });
    await production.api.put(`/forms/${id}/webhook`, { enabled: false }).expect(200);
    await production.api.put(`/forms/${id}/webhook`, { enabled: true }).expect(400);
    await production.stop();
  });
  row('Webhook configuration', 'secret', async () => {
    const settings = (await kit.site.api.get(`/forms/${kit.formId}/webhook`)).body;
    expect(settings).toMatchObject({
      form_id: kit.formId,
      enabled: true,
      url: kit.receiver.url,
      has_secret: true,
    });
    expect(Object.keys(settings)).not.toContain('secret');
    const stored = await kit.site.host.cms.db('cms_svc_webhooks').where({ form_id: kit.formId }).first();
    expect(stored.secret).not.toContain('secret with');
    await kit.site.api.put(`/forms/${kit.formId}/webhook`, { secret: null }).expect(200);
    const { got } = await kit.delivered();
    expect(got.headers).not.toHaveProperty('x-svc-signature');
    expect(got.headers).not.toHaveProperty('webhook-signature');
  });

  describe('the payload', () => {
    row('Webhook payload', 'event', async () =>
      expect((await kit.delivered()).got.json['event']).toBe('form_submission'),
    );
    row('Webhook payload', 'form_id', async () =>
      expect((await kit.delivered()).got.json['form_id']).toBe(kit.formId),
    );
    row('Webhook payload', 'form_title', async () =>
      expect((await kit.delivered()).got.json['form_title']).toBe('Orders'),
    );
    row('Webhook payload', 'entry_id', async () => {
      const { entryId, got } = await kit.delivered();
      expect(got.json['entry_id']).toBe(entryId);
    });
    row('Webhook payload', 'submitted_at', async () =>
      expect((await kit.delivered()).got.json['submitted_at']).toMatch(/^2026-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
    );
    row('Webhook payload', 'fields', async () => {
      const { got } = await kit.delivered();
      expect(Object.keys(got.json['fields'] as object)).toEqual(['name', 'email', 'plan', 'topics', 'paper']);
      expect(Object.keys(got.json)).toEqual([
        'event',
        'form_id',
        'form_title',
        'entry_id',
        'submitted_at',
        'fields',
      ]);
    });
    row('Value shapes', 'text, email, select', async () => {
      expect((await kit.delivered()).got.json['fields']).toMatchObject({
        name: 'Zoë',
        email: 'z@example.com',
        plan: 'pro',
      });
    });
    row('Value shapes', 'checkbox', async () => {
      expect((await kit.delivered()).got.json['fields']).toMatchObject({ topics: ['a', 'c'] });
    });
    row('Value shapes', 'file', async () => {
      const { paper } = (await kit.delivered()).got.json['fields'] as { paper: { url: string } };
      expect(paper).toEqual({ name: 'a b.txt', url: expect.any(String), size: 5, type: 'text/plain' });
      const file = await fetch(paper.url);
      expect(await file.text()).toBe('hello');
      expect(file.headers.get('content-disposition')).toContain('attachment');
    });
  });

  row('Request headers', 'Content-Type', async () =>
    expect((await kit.delivered()).got.headers['content-type']).toBe('application/json'),
  );
  row('Request headers', 'X-Svc-Event', async () =>
    expect((await kit.delivered()).got.headers['x-svc-event']).toBe('form_submission'),
  );
  row('Request headers', 'X-Svc-Signature', async () => {
    const { got } = await kit.delivered();
    const hex = createHmac('sha256', SECRET).update(got.body).digest('hex');
    expect(got.headers['x-svc-signature']).toBe(`sha256=${hex}`);
  });
  row('Request headers', 'User-Agent', async () => {
    const { got } = await kit.delivered();
    expect(got.headers['user-agent']).toBe('Svc-Forms/1.0');
    expect(got.method).toBe('POST');
  });
});
