import type { IncomingMessage } from 'node:http';
import type { Context } from '../context';
import type { HostSession, HostUser } from '../host';
import type { Capability } from './capability';

/** Who sends the request, as far as it could be proved. */
export interface Caller {
  user: HostUser | null;
  /** Set when the cookie named a session, whether or not the nonce was good: it gets a fresh nonce either way. */
  session: HostSession | null;
  /** Seconds, when the host has stopped looking at passwords. */
  retryAfter?: number;
}

/** The action of the REST nonce. */
export const REST_ACTION = 'rest';

/**
 * Finds out who sends the request: application password (HTTP Basic), token of another extension (Bearer), or browser
 * session with `X-Host-Nonce`. A session without a valid nonce is as if not logged in; beside other valid credentials
 * a stale nonce does not matter. Source: specification, Authentication; design, session without nonce.
 */
export async function identify({ host }: Context, request: IncomingMessage, ip: string): Promise<Caller> {
  const [scheme = '', credentials = ''] = splitOnce(request.headers.authorization ?? '', ' ');
  if (scheme.toLowerCase() === 'basic') {
    const [login = '', password = ''] = splitOnce(Buffer.from(credentials.trim(), 'base64').toString(), ':');
    const verdict = await host.applicationPasswords.verify(login, password, { ip });
    return { session: null, ...verdict };
  }
  if (scheme.toLowerCase() === 'bearer')
    return { user: (await host.tokens?.resolve(request)) ?? null, session: null };
  const session = await host.sessions.resolve(request);
  const nonce = request.headers['x-host-nonce'];
  const proved = session && typeof nonce === 'string' && host.nonces.verify(REST_ACTION, nonce, session);
  return { user: proved ? session.user : null, session };
}

/** True when the user has one of the capabilities. */
export async function isAllowed(
  { host }: Context,
  user: HostUser,
  anyOf: readonly Capability[],
): Promise<boolean> {
  for (const capability of anyOf) if (await host.capabilities.can(user, capability)) return true;
  return false;
}

function splitOnce(text: string, separator: string): [string, string?] {
  const at = text.indexOf(separator);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + separator.length)];
}
