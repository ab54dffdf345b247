import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import type { HostSession, Nonces, Secrets } from '../../lib/host';

/** A nonce is good for the tick it was made in and the next one: 12 to 24 hours. */
const TICK = 12 * 3_600_000;

/** Nonces of no session that are remembered. */
const MOST_SHARED = 1000;

/** Nonces without a table: an HMAC over tick, action and session. */
export function createNonces(master: string, now: () => number): Nonces {
  const key = derived(master, 'nonces');
  const make = (tick: number, action: string, session: HostSession | null) =>
    createHmac('sha256', key)
      .update(JSON.stringify([tick, action, session?.id ?? null]))
      .digest('base64url')
      .slice(0, 24);
  // Those of no session are the same for every visitor, and asked for with every submission.
  const shared = new Map<string, string>();
  const wantedFor = (tick: number, action: string, session: HostSession | null) => {
    if (session) return make(tick, action, session);
    const name = `${tick} ${action}`;
    const known = shared.get(name) ?? make(tick, action, null);
    if (shared.size > MOST_SHARED) shared.clear();
    shared.set(name, known);
    return known;
  };
  const tickNow = () => Math.floor(now() / TICK);
  return {
    issue: (action, session) => make(tickNow(), action, session),
    verify(action, nonce, session) {
      const given = Buffer.from(nonce);
      return [tickNow(), tickNow() - 1].some((tick) => {
        const wanted = Buffer.from(wantedFor(tick, action, session));
        return given.length === wanted.length && timingSafeEqual(given, wanted);
      });
    },
  };
}

/** AES-256-GCM: `iv.tag.text`, base64url. */
export function createSecrets(master: string): Secrets {
  const key = derived(master, 'secrets');
  return {
    encrypt(plain) {
      const iv = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', key, iv);
      const text = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
      return [iv, cipher.getAuthTag(), text].map((part) => part.toString('base64url')).join('.');
    },
    decrypt(encrypted) {
      const [iv, tag, text] = encrypted.split('.').map((part) => Buffer.from(part, 'base64url'));
      if (!iv || !tag || !text) throw new Error('This text was not encrypted by this site.');
      const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: 16 }).setAuthTag(tag);
      return Buffer.concat([decipher.update(text), decipher.final()]).toString('utf8');
    },
  };
}

function derived(master: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', master, 'svc-forms-reference-host', purpose, 32));
}
