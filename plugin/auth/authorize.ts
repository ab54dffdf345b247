import type { Request, RequestHandler } from 'express';
import type { Capability } from '../../lib/access/capability';
import { identify, isAllowed, REST_ACTION } from '../../lib/access/request-access';
import type { Context } from '../../lib/context';
import type { HostUser } from '../../lib/host';
import { problem } from '../http/problem';

/** Who may use a route: everybody, or users with one of the capabilities. */
export type Access = 'public' | { readonly anyOf: readonly Capability[] };

/** Access for users with at least one of the capabilities. */
export function allow(...anyOf: [Capability, ...Capability[]]): Access {
  return { anyOf };
}

const USERS = new WeakMap<Request, HostUser>();

/** The user that `authorize` let in; null on public routes. */
export function userOf(request: Request): HostUser | null {
  return USERS.get(request) ?? null;
}

/** The visitor's address as the host's proxy setting tells it; IPv4 inside IPv6 as IPv4. */
export function ipOf(request: Request): string {
  return (request.ip ?? '').replace(/^::ffff:(?=\d+\.)/, '');
}

/**
 * Lets in who may, before anything of the body is read. Missing or wrong credentials and a missing capability are all
 * 403 `rest_forbidden`. Source: specification, Authentication, rule 1; design, who may do what.
 */
export function authorize(context: Context, access: Exclude<Access, 'public'>): RequestHandler {
  return async (request, response, next) => {
    const caller = await identify(context, request, ipOf(request));
    if (caller.session) response.set('X-Host-Nonce', context.host.nonces.issue(REST_ACTION, caller.session));
    if (!caller.user) return next(refusal(caller));
    if (!(await isAllowed(context, caller.user, access.anyOf)))
      return next(problem('rest_forbidden', 'Your account is not allowed to do this.'));
    USERS.set(request, caller.user);
    return next();
  };
}

/** Gives a session its fresh nonce where no route does. */
export function offerNonce({ host }: Context): RequestHandler {
  return async (request, response, next) => {
    const session = await host.sessions.resolve(request);
    if (session) response.set('X-Host-Nonce', host.nonces.issue(REST_ACTION, session));
    next();
  };
}

function refusal({ session, retryAfter }: { session: unknown; retryAfter?: number }) {
  if (retryAfter !== undefined)
    return problem('rest_forbidden', `Too many failed attempts. Try again in ${retryAfter} seconds.`, {
      headers: { 'Retry-After': String(retryAfter) },
    });
  return session
    ? problem('rest_forbidden', 'Send a valid X-Host-Nonce header; a fresh one is in this answer.')
    : problem('rest_forbidden');
}
