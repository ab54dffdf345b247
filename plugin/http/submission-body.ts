import express, { type Request, type RequestHandler } from 'express';
import type { Submission } from '../../lib/submissions/submission';
import type { Options } from '../../lib/options';
import { submissionTarget } from '../../schema/api/submission';
import { collectPairs, MAX_PAIRS } from './form-keys';
import { isJson, mediaType } from './json-body';
import { jsonReader } from './json-reader';
import { readMultipart } from './multipart';
import { problem, submissionFailure } from './problem';

/** What the three content types of POST /submit have in common once they are read. */
export interface SubmissionBody extends Pick<
  Submission,
  'formId' | 'nonce' | 'fields' | 'files' | 'encoded' | 'pageUrl' | 'language' | 'honeypot' | 'elapsed'
> {
  /** Removes uploaded files from local disk. */
  dispose(): Promise<void>;
}

const nothing = async () => undefined;

/** Reads JSON, urlencoded or multipart into `request.body` as one shape. Source: specification, Submission request. */
export function submissionBody(options: Options): RequestHandler {
  const limit = options.maxBodyBytes;
  const json = jsonReader(limit, isJson);
  const urlencoded = express.text({ limit, type: 'application/x-www-form-urlencoded' });
  return (request, response, next) => {
    const type = mediaType(request.headers['content-type']);
    if (type === 'multipart/form-data') void fromMultipart(request, options).then(next, next);
    else if (type === 'application/json')
      json(
        request,
        response,
        then(next, () => fromJson(request)),
      );
    else if (type === 'application/x-www-form-urlencoded')
      urlencoded(
        request,
        response,
        then(next, () => fromText(request)),
      );
    else next(problem('unsupported_media_type', 'Send application/json or multipart/form-data.'));
  };
}

function then(next: (error?: unknown) => void, convert: () => unknown) {
  return (error?: unknown) => next(error ?? convert());
}

function fromJson(request: Request): unknown {
  const body: unknown = request.body;
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    return problem('validation_error', 'The body must be a JSON object.');
  return accept(request, body as Record<string, unknown>, { files: [], encoded: false, dispose: nothing });
}

function fromText(request: Request): unknown {
  const pairs = [...new URLSearchParams(String(request.body ?? ''))];
  if (pairs.length > MAX_PAIRS) return problem('payload_too_large', 'The form post has too many values.');
  const post = collectPairs(pairs);
  if (!post) return submissionFailure({ fields: 'fields is not valid JSON.' });
  const values = { ...post.values, form_id: numeric(post.values['form_id']), fields: post.fields };
  return accept(request, values, { files: [], encoded: true, dispose: nothing });
}

async function fromMultipart(request: Request, options: Options): Promise<unknown> {
  const read = await readMultipart(request, options);
  if ('code' in read) return read;
  const post = collectPairs(read.pairs);
  const values = post && { ...post.values, form_id: numeric(post.values['form_id']), fields: post.fields };
  const refusal = values
    ? accept(request, values, { files: read.files, encoded: true, dispose: read.dispose })
    : submissionFailure({ fields: 'fields is not valid JSON.' });
  if (refusal) await read.dispose();
  return refusal;
}

/** @returns what is wrong; undefined when `request.body` is set */
function accept(
  request: Request,
  values: Record<string, unknown>,
  rest: Pick<SubmissionBody, 'files' | 'encoded' | 'dispose'>,
): unknown {
  const target = submissionTarget.safeParse(values);
  if (!target.success) {
    const missing = values['form_id'] === undefined;
    return submissionFailure({
      form_id: missing ? 'form_id is required.' : 'form_id must be a positive integer.',
    });
  }
  const body: SubmissionBody = {
    formId: target.data.form_id,
    nonce: values['nonce'],
    fields: values['fields'],
    pageUrl: values['page_url'],
    language: values['lang'],
    honeypot: values['svc_website'],
    elapsed: values['elapsed'],
    ...rest,
  };
  request.body = body;
  return undefined;
}

function numeric(value: unknown): unknown {
  return typeof value === 'string' && /^\d{1,16}$/.test(value) ? Number(value) : value;
}
