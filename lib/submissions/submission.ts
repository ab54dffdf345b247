import type { IncomingFile } from '../uploads/staged-file';

/** A submission as it reached the door: nothing of it has been judged, but for `formId`. */
export interface Submission {
  formId: number;
  nonce: unknown;
  fields: unknown;
  files: readonly IncomingFile[];
  /** True when it came by a form post (urlencoded or multipart), where everything is text. */
  encoded: boolean;
  /** What stands in the field that people do not see. */
  honeypot: unknown;
  /** Milliseconds that the form was open, as its script says. */
  elapsed: unknown;
  /** Language of the page, for messages. */
  language: unknown;
  pageUrl: unknown;
  referer: string;
  ipAddress: string;
  userAgent: string;
  idempotencyKey: string | undefined;
}

/** Everything that can become of a submission. */
export type SubmissionOutcome =
  | { outcome: 'stored' | 'repeated'; entryId: number; message: string; redirectUrl: string | null }
  | { outcome: 'invalid'; errors: Record<string, string> }
  | { outcome: 'invalid_nonce' }
  | { outcome: 'form_not_found' };

/** The action of a submit nonce: bound to the form, not to the visitor. Source: design, the submit nonce. */
export function submitAction(formId: number): string {
  return `svc-forms-submit-${formId}`;
}
