import type { ErrorRequestHandler } from 'express';
import { isUnavailable } from '../../lib/db/is-unavailable';
import type { Logger } from '../../lib/host';
import { problem, Problem } from './problem';
import { send } from './reply';

/** What Express's body parsers report, by their `type`. */
const PARSER_PROBLEMS: Record<string, () => Problem> = {
  'entity.parse.failed': () => problem('invalid_json'),
  'entity.too.large': () => problem('payload_too_large'),
  'parameters.too.many': () => problem('payload_too_large'),
  'encoding.unsupported': () => problem('unsupported_media_type', 'This content encoding is not supported.'),
  'charset.unsupported': () => problem('unsupported_media_type', 'Send the body as UTF-8.'),
  'request.size.invalid': () => problem('invalid_json', 'The body is shorter than its Content-Length.'),
};

/** The one place where an exception becomes a response of the catalogue. */
export function errorDoor(logger: Logger): ErrorRequestHandler {
  return async (error, request, response, next) => {
    if (request.destroyed && !request.complete) return;
    const answer = toProblem(error);
    if (answer.code === 'internal_error' || answer.code === 'unavailable')
      logger.error(`request.${answer.code}`, {
        method: request.method,
        path: request.path,
        error: answer.code === 'unavailable' ? String(error) : String((error as Error)?.stack ?? error),
      });
    // A stream has begun: the only honest end is a broken connection.
    if (response.headersSent) return next(error);
    await send(response, answer);
  };
}

function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  const type = String((error as { type?: unknown } | null)?.type ?? '');
  const parser = Object.hasOwn(PARSER_PROBLEMS, type) ? PARSER_PROBLEMS[type] : undefined;
  if (parser) return parser();
  // Express could not decode the path.
  if (error instanceof URIError && (error as { status?: unknown }).status === 400)
    return problem('not_found');
  // body-parser names a broken gzip stream with zlib's code and this status.
  if ((error as { status?: unknown } | null)?.status === 400) return problem('invalid_json');
  if (isUnavailable(error)) return problem('unavailable', undefined, { headers: { 'Retry-After': '5' } });
  return problem('internal_error');
}
