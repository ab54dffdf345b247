import type { Request } from 'express';
import type { Context } from '../../lib/context';
import { STATE_PARAMETER } from '../../schema/api/page-state';
import { httpUrl } from '../../schema/api/text';
import { isSameSite } from './cross-origin';

/**
 * The page to send a visitor back to: the one the form was sent from, if it is of this site or an allowed origin, so
 * that nobody can be sent elsewhere; else the front page.
 */
export function returnAddress(
  { host, options }: Context,
  request: Request,
  sent: { formId: number; pageUrl: unknown; state: string | null },
): string {
  const known = (url: URL) =>
    isSameSite(url.origin, request.headers.host, host.siteUrl) || options.allowedOrigins.includes(url.origin);
  const page = [sent.pageUrl, request.get('referer')]
    .map((candidate) => (typeof candidate === 'string' ? httpUrl(candidate) : null))
    .find((url): url is URL => url !== null && known(url));
  const address = new URL(page ?? `${host.siteUrl}/`);
  if (sent.state) address.searchParams.set(STATE_PARAMETER, sent.state);
  address.hash = `svc-form-${sent.formId}`;
  return address.href;
}
