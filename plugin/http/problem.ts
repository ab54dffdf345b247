import type { z } from 'zod';
import { ERRORS, type ErrorBody, type ErrorCode, type SubmissionFailure } from '../../schema/api/error';

/** An error of the catalogue on its way to the client: a handler returns it, a middleware passes it to `next`. */
export class Problem {
  readonly status: number;

  constructor(
    readonly code: ErrorCode,
    readonly body: ErrorBody | SubmissionFailure,
    readonly headers: Record<string, string> = {},
  ) {
    this.status = ERRORS[code].status;
  }
}

/**
 * @param message what precisely is wrong and what to do; the catalogue's words when left out
 * @param more `field`, for validation errors, and further headers
 */
export function problem(
  code: ErrorCode,
  message: string = ERRORS[code].message,
  more: { field?: string; headers?: Record<string, string> } = {},
): Problem {
  const data = { status: ERRORS[code].status, ...(more.field === undefined ? {} : { field: more.field }) };
  return new Problem(code, { code, message, data }, more.headers);
}

/** The first thing that a schema complains of, with the name of the field. Source: specification, Error response format. */
export function validationProblem(error: z.ZodError): Problem {
  const issue = error.issues[0];
  const field = issue?.path.join('.') ?? '';
  const missing = issue?.code === 'invalid_type' && /received undefined|Invalid input/.test(issue.message);
  const message = missing ? 'is required' : (issue?.message ?? 'is invalid');
  return problem('validation_error', `${field || 'The body'} ${message}.`, { ...(field ? { field } : {}) });
}

/**
 * The body of a failed submission: both documented shapes in one.
 * @param errors message by field id, in the order of the form
 */
export function submissionFailure(errors: Record<string, string>): Problem {
  const [field = '', message = ''] = Object.entries(errors)[0] ?? [];
  const data = { status: ERRORS.validation_error.status, field };
  const body = {
    success: false as const,
    error: message,
    field,
    code: 'validation_error' as const,
    message,
    data,
  };
  return new Problem('validation_error', { ...body, errors });
}
