import type { Response } from 'express';
import { pipeline } from 'node:stream/promises';
import { Readable } from 'node:stream';
import { Problem } from './problem';

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

/** A body that is sent piece by piece, at the speed of the client. */
export class Stream {
  constructor(
    readonly headers: Record<string, string>,
    readonly pieces: AsyncIterable<string>,
  ) {}
}

/** The one place where a handler's value becomes a response. */
export async function send(response: Response, value: unknown): Promise<void> {
  if (value instanceof Stream) {
    response.status(200).set(value.headers);
    await pipeline(Readable.from(value.pieces), response);
  } else if (value instanceof Reply || value instanceof Problem) {
    response.status(value.status).set(value.headers).json(value.body);
  } else response.status(200).json(value);
}
