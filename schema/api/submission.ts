import { z } from 'zod';

/** Who is asked for: read before the nonce, because the nonce is bound to it. Source: specification, Submission request. */
export const submissionTarget = z.object({
  form_id: z.int({ error: 'must be an integer' }).positive('must be positive'),
});

/** Submitted values; each is judged by the type of its field. */
export const submittedFields = z.record(z.string(), z.unknown(), {
  error: 'must be an object keyed by field id',
});

/** Success of POST /submit. Source: specification, Submission result. */
export interface SubmissionSuccess {
  success: true;
  message: string;
  entry_id: number;
  /** Where the form sends its visitors instead of showing the message; only when it is set. */
  redirect_url?: string;
}

/** Printable ASCII, as draft-ietf-httpapi-idempotency-key-header allows in its string. */
export const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,255}$/;
