/**
 * The error catalogue: every code that the REST API answers with, its HTTP status and the message used when the
 * place that reports it has nothing more precise to say. The list is closed; docs/errors.md lists exactly these
 * and a test compares the two. Source: specification, Errors; design, further error codes.
 */
export const ERRORS = {
  rest_forbidden: { status: 403, message: 'Authentication required.' },
  not_found: { status: 404, message: 'There is nothing at this address.' },
  validation_error: { status: 400, message: 'Invalid form data.' },
  invalid_nonce: { status: 403, message: 'Security check failed. Reload the page and send the form again.' },
  invalid_json: { status: 400, message: 'The request body is not valid JSON.' },
  unsupported_media_type: { status: 415, message: 'Send the body as application/json.' },
  payload_too_large: { status: 413, message: 'The request body is too large.' },
  edit_conflict: {
    status: 412,
    message: 'Somebody else has saved this meanwhile. Read it again before you change it.',
  },
  pro_required: { status: 403, message: 'Webhooks are a Pro feature; this site has no Pro licence.' },
  internal_error: {
    status: 500,
    message: 'Something went wrong on the server. The site operator finds it in the log.',
  },
  unavailable: { status: 503, message: 'The database cannot be reached at the moment. Try again shortly.' },
} as const satisfies Record<string, { status: number; message: string }>;

export type ErrorCode = keyof typeof ERRORS;

/** Error response of the management endpoints. Source: specification, Error response format. */
export interface ErrorBody {
  code: ErrorCode;
  message: string;
  data: { status: number; field?: string };
}

/** Body of a failed submission: both documented shapes in one. Source: specification, Submission validation failure. */
export interface SubmissionFailure extends ErrorBody {
  success: false;
  error: string;
  field: string;
  /** Every offending field id with its message, in the order of the form. */
  errors: Record<string, string>;
}
