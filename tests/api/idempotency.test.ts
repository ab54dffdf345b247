import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { overDatabases } from '../support/databases';
import { Receiver } from '../support/receiver';
import { startTestHost, type TestHost } from '../support/test-host';

overDatabases('Idempotency-Key', (family) => {
  let site: TestHost;
  let formId: number;
  beforeAll(async () => {
    site = await startTestHost(family);
    formId = await site.api.form();
  });
  afterAll(() => site.stop());

  const submit = (key: string, form = formId, name = 'Ada') =>
    site.api.anonymous
      .post('/submit', { form_id: form, nonce: site.nonce(form), fields: { name, email: 'a@example.com' } })
      .set('Idempotency-Key', key);
  const count = async (form = formId) =>
    Number((await site.api.get(`/entries?form_id=${form}`)).headers['x-host-total']);

  it('answers the first result again and stores nothing', async () => {
    const first = await submit('one').expect(200);
    const again = await submit('one', formId, 'Somebody else').expect(200);
    expect(again.body).toEqual(first.body);
    expect(await count()).toBe(1);
  });
  it('holds for one form only, and tells keys apart by case', async () => {
    const other = await site.api.form();
    await submit('one', other).expect(200);
    await submit('ONE').expect(200);
    expect([await count(), await count(other)]).toEqual([2, 1]);
  });
  it('holds for twenty posts at once, with one webhook', async () => {
    const form = await site.api.form();
    const receiver = await Receiver.start();
    await site.api.put(`/forms/${form}/webhook`, { enabled: true, url: receiver.url }).expect(200);
    const answers = await Promise.all(Array.from({ length: 20 }, () => submit('race', form)));
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.entry_id}`)).size).toBe(1);
    expect(answers[0]?.status).toBe(200);
    await site.drain();
    expect([await count(form), receiver.received.length]).toEqual([1, 1]);
    await receiver.stop();
  });
  it('does not remember a refused submission', async () => {
    const form = await site.api.form();
    await submit('later', form, '').expect(400);
    await submit('later', form).expect(200);
    expect(await count(form)).toBe(1);
  });
  it('refuses keys that cannot be', async () => {
    for (const key of ['x'.repeat(256), 'a b'])
      expect((await submit(key)).body.field).toBe('Idempotency-Key');
    const { port } = new URL(site.host.url);
    const body = JSON.stringify({ form_id: formId, nonce: site.nonce(formId), fields: {} });
    const socket = connect(Number(port), '127.0.0.1');
    socket.write(
      `POST /rest/svc-forms/v1/submit HTTP/1.1\r\nHost: x\r\nConnection: close\r\nIdempotency-Key: \xe9\r\n` +
        `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
      'latin1',
    );
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 400 [^]*Idempotency-Key/);
  });
});
