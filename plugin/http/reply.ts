import type { Response } from 'express';
import { pipeline } from 'node:stream/promises';
import { Readable } from 'node:stream';
import { Problem } from './problem';
import { problemPage, wantsPage } from './problem-page';

/** What a handler returns when a plain 200 with a JSON body is not enough. */
export class Reply {
  constructor(
    readonly status: number,
    readonly body: unknown,
    readonly headers: Record<string, string> = {},
  ) {}
}

/** 201 with the address of what was created. */
export function created(location: string, body: unknown): Reply {
  return new Reply(201, body, { Location: location });
}

/** 303 to a page: a browser goes there with GET (RFC 9110, 15.4.4). */
export function seeOther(location: string): Reply {
  return new Reply(303, null, { Location: location });
}

/** A body that is sent piece by piece, at the speed of the client. */
export class Stream {
  constructor(
    readonly headers: Record<string, string>,
    readonly pieces: AsyncIterable<string | Buffer>,
  ) {}
}

async function* following(
  first: IteratorResult<string | Buffer>,
  rest: AsyncIterator<string | Buffer>,
): AsyncGenerator<string | Buffer> {
  for (let piece = first; !piece.done; piece = await rest.next()) yield piece.value;
}

/** A client that stops a download is nobody's error. */
function ignoreHangUp(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE' && error.code !== 'ECONNRESET') throw error;
}

/** The one place where a handler's value becomes a response. */
export async function send(response: Response, value: unknown): Promise<void> {
  if (value instanceof Stream) {
    const pieces = value.pieces[Symbol.asyncIterator]();
    // The first piece before the status: what fails at once is still an error of the catalogue.
    const first = await pieces.next();
    response.status(200).set(value.headers);
    await pipeline(Readable.from(following(first, pieces)), response).catch(ignoreHangUp);
  } else if (value instanceof Problem && wantsPage(response.req)) {
    response.status(value.status).set(value.headers).set('Content-Security-Policy', PAGE_POLICY);
    response.type('html').send(problemPage(response.req, value));
  } else if (value instanceof Reply || value instanceof Problem) {
    sendJson(response, value.status, value.body, value.headers);
  } else sendJson(response, 200, value);
}

/** A page of a few words needs nothing from anywhere. */
const PAGE_POLICY = "default-src 'none'; frame-ancestors 'none'";

/** Without Express's `json`: the length and the type are known here, and entity tags are the handlers' own. */
function sendJson(
  response: Response,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  const text = JSON.stringify(body);
  response.writeHead(status, {
    ...headers,
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(text),
  });
  response.end(text);
}
