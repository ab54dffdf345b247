import { execFileSync } from 'node:child_process';
import { Webhook } from 'standardwebhooks';
import { inEsModule } from '../support/es-module';
import { Receiver, type Received } from '../support/receiver';
import { startTestHost, type TestHost } from '../support/test-host';

/** Code that is not ours says whether the signatures are right. */
describe('signatures', () => {
  let site: TestHost;
  let receiver: Receiver;
  beforeAll(async () => {
    site = await startTestHost('sqlite');
    receiver = await Receiver.start();
  });
  afterAll(async () => {
    await site.stop();
    await receiver.stop();
  });

  const delivered = async (secret: string): Promise<Received> => {
    receiver.clear();
    const id = await site.api.form({ title: 'Größe 👋' });
    await site.api.put(`/forms/${id}/webhook`, { enabled: true, url: receiver.url, secret }).expect(200);
    const fields = { name: 'Zoë "x" \u2028', email: 'z@example.com' };
    await site.api.anonymous.post('/submit', { form_id: id, nonce: site.nonce(id), fields }).expect(200);
    await site.drain();
    return receiver.received[0] as Received;
  };
  const triple = ({ headers }: Received) =>
    Object.fromEntries(
      ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((key) => [key, String(headers[key])]),
    );

  it('X-Svc-Signature, by @octokit/webhooks-methods and openssl', async () => {
    const got = await delivered('s3cret ü');
    const header = String(got.headers['x-svc-signature']);
    const judged = inEsModule(
      `const { verify } = await import('@octokit/webhooks-methods');
       output = await Promise.all(input.bodies.map((body) => verify(input.secret, body, input.header)));`,
      { secret: 's3cret ü', header, bodies: [got.body, `${got.body} `] },
    );
    expect(judged).toEqual([true, false]);
    const printed = execFileSync(
      process.env['TEST_OPENSSL'] as string,
      ['dgst', '-sha256', '-hmac', 's3cret ü'],
      {
        input: got.body,
        encoding: 'utf8',
      },
    );
    expect(`sha256=${printed.trim().split(/\s/).at(-1)}`).toBe(header);
  });
  it('the webhook-* triple, by standardwebhooks', async () => {
    // The library compares with its own clock.
    site.clock.advance((Date.now() - site.clock.now()) / 1000);
    const key = Buffer.from('a key of 24 bytes or so.').toString('base64');
    const got = await delivered(`whsec_${key}`);
    expect(new Webhook(`whsec_${key}`).verify(got.body, triple(got))).toEqual(got.json);
    const plain = await delivered('plain secret');
    expect(new Webhook('plain secret', { format: 'raw' }).verify(plain.body, triple(plain))).toEqual(
      plain.json,
    );
    expect(() => new Webhook(`whsec_${key}`).verify(plain.body, triple(plain))).toThrow();
  });
});
