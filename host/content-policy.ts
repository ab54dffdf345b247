import { randomBytes } from 'node:crypto';
import type { RequestHandler, Response } from 'express';
import helmet from 'helmet';

/** No inline script, no inline style, nothing from elsewhere. */
export const CONTENT_POLICY = {
  useDefaults: false as const,
  directives: {
    'default-src': ["'self'"],
    'script-src': ["'self'"],
    'style-src': ["'self'"],
    'img-src': ["'self'", 'data:'],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
  },
};

const NONCES = new WeakMap<object, string>();

/** Lets the style elements of one answer through that carry its nonce; scripts stay as strict as everywhere. */
export function allowOwnStyles(): RequestHandler[] {
  const nonceSource = (_request: unknown, response: object) => `'nonce-${NONCES.get(response) ?? ''}'`;
  const directives = { ...CONTENT_POLICY.directives, 'style-src': ["'self'", nonceSource] };
  return [
    (_request, response, next) => {
      NONCES.set(response, randomBytes(16).toString('base64url'));
      next();
    },
    helmet.contentSecurityPolicy({ useDefaults: false, directives }),
  ];
}

/** The nonce of this answer; empty where `allowOwnStyles` is not in the way. */
export function styleNonceOf(response: Response): string {
  return NONCES.get(response) ?? '';
}
