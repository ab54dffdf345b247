import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SMTPServer } from 'smtp-server';
import type { AddressInfo } from 'node:net';
import { overDatabases } from '../support/databases';
import { startTestHost, type TestHost } from '../support/test-host';

overDatabases('e-mail', (family) => {
  let site: TestHost;
  let smtp: SMTPServer;
  let formId: number;
  let refuse = false;
  const mails: string[] = [];
  beforeAll(async () => {
    smtp = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onRcptTo: (_address, _session, done) => done(refuse ? new Error('451 try later') : undefined),
      onData(stream, _session, done) {
        let text = '';
        stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
        stream.on('end', () => {
          mails.push(text);
          done();
        });
      },
    });
    await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve));
    const { port } = smtp.server.address() as AddressInfo;
    site = await startTestHost(family, { env: { SMTP_URL: `smtp://127.0.0.1:${port}` } });
    formId = await site.api.form({
      title: 'Kontakt\r\nBcc: x@y.z',
      settings: { notification_email: 'owner@example.com' },
    });
  });
  afterAll(async () => {
    await site.stop();
    await new Promise<void>((resolve) => smtp.close(resolve));
  });
  beforeEach(() => {
    mails.length = 0;
    refuse = false;
  });

  const submit = () => {
    const fields = { name: 'Ada\r\nBcc: evil@example.com', email: 'ada@example.com' };
    return site.api.anonymous
      .post('/submit', { form_id: formId, nonce: site.nonce(formId), fields })
      .expect(200);
  };
  const latest = async () => {
    const [{ id }] = (await site.api.get('/deliveries')).body;
    return (await site.api.get(`/deliveries/${id}`)).body;
  };

  it('tells the notification address of a new entry', async () => {
    await submit();
    await site.drain();
    expect(mails.length).toBe(1);
    const [headers = '', body = ''] = mails[0]?.split('\r\n\r\n') ?? [];
    expect(headers).toContain('To: owner@example.com');
    expect(headers).toContain('Reply-To: ada@example.com');
    expect(headers).toContain('Subject: New entry: Kontakt Bcc: x@y.z');
    expect(headers).not.toMatch(/^Bcc:/im);
    expect(body).toContain('Name:');
    const delivery = await latest();
    expect(delivery).toMatchObject({ channel: 'email', status: 'succeeded', attempt_count: 1 });
    expect(headers).toContain(`Message-ID: <${delivery.id}@localhost>`);
    expect(delivery.attempts).toMatchObject([
      { method: 'SMTP', url: 'mailto:owner@example.com', error: null },
    ]);
  });
  it('tries again on the schedule when the mail server refuses', async () => {
    refuse = true;
    await submit();
    await site.drain();
    expect(await latest()).toMatchObject({ status: 'retry_scheduled', attempts: [{ retry_delay: 300 }] });
    refuse = false;
    site.clock.advance(300);
    await site.drain();
    expect(await latest()).toMatchObject({ status: 'succeeded', attempt_count: 2 });
    expect(mails.length).toBe(1);
  });
  it('needs no Pro entitlement and writes a file without SMTP_URL', async () => {
    const plain = await startTestHost(family, { env: { PRO: '0' } });
    const id = await plain.api.form({ settings: { notification_email: 'owner@example.com' } });
    const sent = { form_id: id, nonce: plain.nonce(id), fields: { name: 'Ünï', email: 'u@example.com' } };
    await plain.api.anonymous.post('/submit', sent).expect(200);
    await plain.drain();
    const folder = join(plain.dataDir, 'mail');
    const [file = ''] = readdirSync(folder);
    expect(file).toMatch(/\.eml$/);
    expect(readFileSync(join(folder, file), 'utf8')).toContain('To: owner@example.com');
    await plain.stop();
  });
});
