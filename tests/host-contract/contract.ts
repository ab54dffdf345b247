import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { Host, HostSession } from '../../lib/host';

/** What the suite needs of whoever brings a host. */
export interface HostUnderTest {
  host: Host;
  /** Moves the host's clock by seconds. */
  advance(seconds: number): void;
  /** Logs a user with every capability in, and returns the Cookie header of the browser. */
  logIn(): Promise<string>;
  logOut(cookie: string): Promise<void>;
  /** Makes an application password for a user with every capability. */
  applicationPassword(): Promise<{ login: string; password: string }>;
  stop(): Promise<void>;
}

const KEY = '018f3c1e-0000-7000-8000-000000000001';

/**
 * The behaviour that the plugin relies on, as tests: whoever writes a host runs them against it.
 * @param name of the host
 * @param start makes a fresh host
 */
export function describeHostContract(name: string, start: () => Promise<HostUnderTest>): void {
  describe(`host contract: ${name}`, () => {
    let under: HostUnderTest;
    let host: Host;
    beforeAll(async () => {
      under = await start();
      host = under.host;
    });
    afterAll(() => under.stop());

    const request = (headers: Record<string, string>) =>
      Object.assign(new IncomingMessage(new Socket()), { headers });
    const session = async (): Promise<HostSession> => {
      const found = await host.sessions.resolve(request({ cookie: await under.logIn() }));
      if (!found) throw new Error('A user who has just logged in has no session.');
      return found;
    };

    it('names itself and its addresses', () => {
      expect(['production', 'development']).toContain(host.environment);
      expect(host.version).toMatch(/^\d+\.\d+\.\d+/);
      expect(host.siteUrl).toMatch(/^https?:\/\/.*[^/]$/);
      expect(host.restUrl).toMatch(/^https?:\/\/.*[^/]$/);
      expect(typeof host.clock.now()).toBe('number');
    });
    it('gives a database that commits and rolls back', async () => {
      const table = `${host.tablePrefix}contract_probe`;
      await host.db.schema.createTable(table, (columns) => void columns.integer('n'));
      await host.db.transaction((trx) => trx(table).insert({ n: 1 }));
      const failing = host.db.transaction(async (trx) => {
        await trx(table).insert({ n: 2 });
        throw new Error('undo');
      });
      await expect(failing).rejects.toThrow('undo');
      expect(await host.db(table).pluck('n')).toEqual([1]);
      await host.db.schema.dropTable(table);
    });
    it('knows a session by its cookie until it ends', async () => {
      const cookie = await under.logIn();
      const first = await host.sessions.resolve(request({ cookie }));
      expect(first).toMatchObject({
        id: expect.any(String),
        user: { id: expect.any(String), login: expect.any(String) },
      });
      expect((await host.sessions.resolve(request({ cookie })))?.id).toBe(first?.id);
      expect(await host.sessions.resolve(request({ cookie: `${cookie}x` }))).toBeNull();
      expect(await host.sessions.resolve(request({}))).toBeNull();
      await under.logOut(cookie);
      expect(await host.sessions.resolve(request({ cookie }))).toBeNull();
    });
    it('verifies application passwords', async () => {
      const { login, password } = await under.applicationPassword();
      const from = { ip: '192.0.2.1' };
      expect((await host.applicationPasswords.verify(login, password, from)).user).toMatchObject({ login });
      expect((await host.applicationPasswords.verify(login, `${password}x`, from)).user).toBeNull();
      expect((await host.applicationPasswords.verify('nobody', password, from)).user).toBeNull();
      expect((await host.applicationPasswords.verify('', '', from)).user).toBeNull();
    });
    it('binds nonces to action and session, and lets them expire', async () => {
      const one = await session();
      const two = await session();
      const nonce = host.nonces.issue('save', one);
      expect(host.nonces.verify('save', nonce, one)).toBe(true);
      for (const [action, by] of [
        ['load', one],
        ['save', two],
        ['save', null],
      ] as const)
        expect(host.nonces.verify(action, nonce, by)).toBe(false);
      for (const junk of ['', 'x', nonce.slice(1), `${nonce}x`, '\0', '💥'.repeat(6)])
        expect(host.nonces.verify('save', junk, one)).toBe(false);
      const shared = host.nonces.issue('submit', null);
      expect(host.nonces.issue('submit', null)).toBe(shared);
      under.advance(11 * 3600);
      expect(host.nonces.verify('save', nonce, one)).toBe(true);
      under.advance(90 * 3600);
      expect(host.nonces.verify('save', nonce, one)).toBe(false);
      expect(host.nonces.verify('submit', shared, null)).toBe(false);
    });
    it('grants capabilities to those who have them', async () => {
      const { user } = await session();
      expect(await host.capabilities.can(user, 'manage_forms')).toBe(true);
      expect(await host.capabilities.can(user, 'fly')).toBe(false);
      expect(await host.capabilities.can({ id: 'nobody', login: 'nobody' }, 'manage_forms')).toBe(false);
      expect(typeof host.entitlements.has('webhooks')).toBe('boolean');
    });
    it('keeps media by our key, whole or not at all', async () => {
      const put = (content: Readable) =>
        host.media.put({ key: KEY, name: 'a ü.txt', type: 'text/plain', content });
      const broken = Readable.from(
        (async function* () {
          yield 'half';
          throw new Error('cut');
        })(),
      );
      await expect(put(broken)).rejects.toThrow('cut');
      expect(await host.media.open(KEY)).toBeNull();
      const stored = await put(Readable.from(['hello ', 'world']));
      expect(stored).toEqual({ size: 11, url: expect.stringMatching(/^https?:\/\//) });
      const content = await host.media.open(KEY);
      expect(content && (await text(content))).toBe('hello world');
      await host.media.delete(KEY);
      await host.media.delete(KEY);
      expect(await host.media.open(KEY)).toBeNull();
    });
    it('takes mail', async () => {
      const message = { to: 'a@example.com', subject: 'Probe', text: 'Text', messageId: KEY };
      await expect(host.mail.send(message, new AbortController().signal)).resolves.toBeUndefined();
    });
    it('encrypts secrets so that they come back, and never twice alike', () => {
      for (const plain of ['', 'secret', 'ümläut 👋']) {
        const encrypted = host.secrets.encrypt(plain);
        expect(host.secrets.decrypt(encrypted)).toBe(plain);
        expect(host.secrets.encrypt(plain)).not.toBe(encrypted);
        if (plain) expect(encrypted).not.toContain(plain);
      }
      expect(() => host.secrets.decrypt('nothing of ours')).toThrow();
      const encrypted = host.secrets.encrypt('a');
      const other = encrypted.startsWith('A') ? 'B' : 'A';
      expect(() => host.secrets.decrypt(other + encrypted.slice(1))).toThrow();
    });
    it('takes log lines and requests for a cron run', () => {
      expect(() => host.logger.info('contract.probe', { n: 1 })).not.toThrow();
      expect(() => host.cron.runSoon('nobody-knows-this-hook')).not.toThrow();
    });
  });
}
