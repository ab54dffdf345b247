import { createServer, type AddressInfo, type Server } from 'node:net';
import { isAddressAllowed, refusalOfReceiver } from '../../lib/net/address-guard';
import { startTestHost, type TestHost } from '../support/test-host';
import { NAMES, PUBLIC, REFUSED_LITERALS } from './addresses';

jest.setTimeout(60_000);

describe('the address guard in production', () => {
  let site: TestHost;
  let canary: Server;
  let port: number;
  let connections = 0;
  /** A name that is public when it is saved and private when it is connected to. */
  let rebound = false;
  const resolve = async (name: string): Promise<readonly string[]> => {
    if (name === 'public.test') return ['93.184.215.14'];
    if (name === 'rebinding.test') return rebound ? ['127.0.0.1'] : ['93.184.215.14'];
    const known = NAMES[name];
    if (!known) throw Object.assign(new Error(`getaddrinfo ENOTFOUND ${name}`), { code: 'ENOTFOUND' });
    return known;
  };
  beforeAll(async () => {
    canary = createServer((socket) => {
      connections++;
      socket.destroy();
    });
    await new Promise<void>((done) => canary.listen(0, done));
    ({ port } = canary.address() as AddressInfo);
    site = await startTestHost('sqlite', { env: { NODE_ENV: 'production' }, options: { resolve } });
  });
  afterAll(async () => {
    await site.stop();
    await new Promise((done) => canary.close(done));
    expect(connections).toBe(0);
  });

  const urls = [
    ...REFUSED_LITERALS.map((url) => url.replace('PORT', String(port || '4433'))),
    ...Object.keys(NAMES).map((name) => `https://${name}:4433/`),
  ];
  const withPort = (url: string) => url.replace(/:4433\b/, `:${port}`);
  const submit = async (formId: number) => {
    const fields = { name: 'a', email: 'a@example.com' };
    await site.api.anonymous
      .post('/submit', { form_id: formId, nonce: site.nonce(formId), fields })
      .expect(200);
  };
  const latest = async (formId: number) => {
    const [{ id }] = (await site.api.get(`/deliveries?form_id=${formId}`)).body;
    return (await site.api.get(`/deliveries/${id}`)).body;
  };
  /** Puts a URL past the save, as an older version or a hand in the database would. */
  const smuggle = (formId: number, url: string) =>
    site.host.cms.db('cms_svc_webhooks').where({ form_id: formId }).update({ url });

  it('knows at least 60 of them', () => expect(urls.length).toBeGreaterThanOrEqual(60));

  it.each(urls)('refuses %s when saved, live, on retry, redelivery and test', async (template) => {
    const url = withPort(template);
    const formId = await site.api.form();
    const saved = await site.api.put(`/forms/${formId}/webhook`, { enabled: true, url }).expect(400);
    expect(saved.body.data.field).toBe('url');
    expect(saved.body.message).not.toMatch(/127\.0\.0\.1.*127|10\.1\.2\.3/);

    await site.api
      .put(`/forms/${formId}/webhook`, { enabled: true, url: 'https://public.test/' })
      .expect(200);
    await smuggle(formId, url);
    await submit(formId);
    await site.drain();
    const blocked = {
      error: 'blocked',
      response_status: null,
      message: expect.stringMatching(/^Nothing was sent/),
    };
    const live = await latest(formId);
    expect(live.attempts).toMatchObject([{ ...blocked, retry_delay: 300 }]);
    await site.api.post(`/deliveries/${live.id}/redeliver`).expect(200);
    await site.drain();
    for (const delay of [1800, 7200, 21_600]) {
      site.clock.advance(delay);
      await site.drain();
    }
    expect(await latest(formId)).toMatchObject({ status: 'failed', attempt_count: 5 });
    const again = await site.api.post(`/deliveries/${live.id}/redeliver`).expect(201);
    await site.drain();
    expect((await site.api.get(`/deliveries/${again.body.id}`)).body.attempts).toMatchObject([blocked]);
    const test = await site.api.post(`/forms/${formId}/webhook/test`).expect(200);
    expect(test.body.attempts).toMatchObject([blocked]);
    await site.api.delete(`/forms/${formId}`).expect(200);
  });

  it.each(PUBLIC)('accepts %s', async (url) => {
    const formId = await site.api.form();
    await site.api.put(`/forms/${formId}/webhook`, { url }).expect(200);
  });

  it('judges a name again when it connects', async () => {
    const formId = await site.api.form();
    await site.api
      .put(`/forms/${formId}/webhook`, { enabled: true, url: `https://rebinding.test:${port}/` })
      .expect(200);
    rebound = true;
    await submit(formId);
    await site.drain();
    expect((await latest(formId)).attempts).toMatchObject([{ error: 'blocked' }]);
  });

  it('saves a name that cannot be looked up yet, and says so at the attempt', async () => {
    const formId = await site.api.form();
    await site.api
      .put(`/forms/${formId}/webhook`, { enabled: true, url: 'https://not-yet.test/' })
      .expect(200);
    await submit(formId);
    await site.drain();
    expect((await latest(formId)).attempts).toMatchObject([{ error: 'dns' }]);
  });

  it('lets an operator allow networks, but no metadata address', async () => {
    const policy = {
      environment: 'production' as const,
      allowedNetworks: ['10.0.0.0/8', '169.254.0.0/16', 'fd00::/8'],
    };
    for (const address of ['10.1.2.3', 'fd00::1', '169.254.1.1', '::ffff:10.0.0.1'])
      expect([address, isAddressAllowed(address, policy)]).toEqual([address, true]);
    for (const address of [
      '169.254.169.254',
      'fd00:ec2::254',
      '127.0.0.1',
      '192.168.0.1',
      '64:ff9b::a9fe:a9fe',
      '169.254.169.253',
      'x',
    ])
      expect([address, isAddressAllowed(address, policy)]).toEqual([address, false]);
    const everything = { ...policy, allowedNetworks: ['::/0', '::ffff:127.0.0.0/104'] };
    for (const address of ['::a9fe:a9fe', 'fe80::a9fe:a9fe', '64:ff9b::a9fe:a9fe'])
      expect([address, isAddressAllowed(address, everything)]).toEqual([address, false]);
    for (const address of ['127.0.0.1', '::ffff:127.9.9.9', 'fe80::1'])
      expect([address, isAddressAllowed(address, everything)]).toEqual([address, true]);
    expect(isAddressAllowed('10.0.0.1', everything)).toBe(false);
    expect(await refusalOfReceiver('https://private.test/', policy, resolve)).toBeNull();
    expect(await refusalOfReceiver('http://private.test/', policy, resolve)).toMatch(/https/);
  });

  it('refuses metadata addresses in development too', () => {
    const policy = { environment: 'development' as const, allowedNetworks: [] };
    expect(isAddressAllowed('127.0.0.1', policy)).toBe(true);
    for (const address of ['169.254.169.254', '::ffff:169.254.169.254', '168.63.129.16', '2002:a9fe:a9fe::1'])
      expect([address, isAddressAllowed(address, policy)]).toEqual([address, false]);
  });
});
