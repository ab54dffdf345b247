import type { RequestHandler } from 'express';
import { jsonReader } from './json-reader';
import { problem } from './problem';

/** Reads a JSON body into `request.body`; any other content type is refused, no body at all is left undefined. */
export function jsonBody(maxBytes: number): RequestHandler {
  const parse = jsonReader(maxBytes, isJson);
  return (request, response, next) => {
    if (hasBody(request) && !isJson(request)) next(problem('unsupported_media_type'));
    else parse(request, response, next);
  };
}

type Headers = {
  headers: { 'content-type'?: string; 'content-length'?: string; 'transfer-encoding'?: string };
};

/** `application/json`, with any parameters. */
export function isJson({ headers }: Headers): boolean {
  return mediaType(headers['content-type']) === 'application/json';
}

/** RFC 9112, 6: a body is announced by one of two headers. */
export function hasBody({ headers }: Headers): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** The media type of a Content-Type header without its parameters, in lower case. */
export function mediaType(header: string | undefined): string {
  return (header?.split(';')[0] ?? '').trim().toLowerCase();
}
