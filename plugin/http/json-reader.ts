import express, { type Request, type RequestHandler } from 'express';
import { problem } from './problem';

/**
 * Reads JSON into `request.body`, as express.json does. What nearly every client sends, plain UTF-8 of a length that was
 * announced, is read here: on the way of a submission express.json and res.json cost more than the database did. All
 * else (chunked, compressed, other charsets, too large, read by the host already) is left to express.json.
 * @param maxBytes of the body
 * @param isJson which requests are read; others are left alone
 */
export function jsonReader(maxBytes: number, isJson: (request: Request) => boolean): RequestHandler {
  const careful = express.json({ limit: maxBytes, strict: false, type: isJson as never });
  return (request, response, next) => {
    const length = plainLength(request);
    if (length === null || length > maxBytes || !isJson(request)) return careful(request, response, next);
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      try {
        request.body = parse(chunks);
      } catch {
        return next(problem('invalid_json'));
      }
      next();
    });
    // A client that breaks off gets no answer, so nobody waits for one.
    request.on('error', () => undefined);
  };
}

const UTF_8 = /^application\/json *(; *charset="?utf-8"? *)?$/i;

/** Bytes of a body that is neither chunked nor compressed, in UTF-8 and not read yet; null for any other. */
function plainLength(request: Request): number | null {
  const { headers } = request;
  if (headers['transfer-encoding'] !== undefined || headers['content-encoding'] !== undefined) return null;
  if (request.readableDidRead || request.body !== undefined) return null;
  return UTF_8.test(headers['content-type'] ?? '') ? Number(headers['content-length'] ?? NaN) || null : null;
}

/** RFC 8259, 8.1: a byte order mark may be ignored. */
function parse(chunks: Buffer[]): unknown {
  const text = (chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)).toString('utf8');
  return JSON.parse(text.startsWith('\uFEFF') ? text.slice(1) : text);
}
