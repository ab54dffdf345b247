import type { Request } from 'express';
import type { Page } from '../../schema/api/page';
import { Reply } from './reply';

/**
 * A page of a list: the array as body, totals and neighbours in headers.
 * Source: specification, GET /entries headers; design, totals on GET /forms; RFC 8288 for Link.
 */
export function pageReply<Item>(
  input: { request: Request; query: { page: number; per_page: number }; restUrl: string },
  { items, total }: Page<Item>,
  toBody: (item: Item) => unknown,
): Reply {
  const { page, per_page } = input.query;
  const pages = Math.ceil(total / per_page);
  const links: string[] = [];
  const link = (to: number, rel: string) => {
    const parameters = new URLSearchParams(input.request.originalUrl.replace(/^[^?]*\??/, ''));
    parameters.set('page', String(to));
    links.push(`<${input.restUrl}${input.request.path}?${parameters.toString()}>; rel="${rel}"`);
  };
  if (page > 1 && pages > 0) link(Math.min(page - 1, pages), 'prev');
  if (page < pages) link(page + 1, 'next');
  const headers: Record<string, string> = {
    'X-Host-Total': String(total),
    'X-Host-TotalPages': String(pages),
  };
  if (links.length > 0) headers['Link'] = links.join(', ');
  return new Reply(200, items.map(toBody), headers);
}
