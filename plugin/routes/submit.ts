import type { Request } from 'express';
import { z } from 'zod';
import type { Submission, SubmissionOutcome } from '../../lib/submissions/submission';
import { submitAction } from '../../lib/submissions/submission';
import { submitForm } from '../../lib/submissions/submit-form';
import { findForm } from '../../lib/forms/form-store';
import { integerParameter } from '../../schema/api/page';
import type { SubmissionSuccess } from '../../schema/api/submission';
import { ipOf } from '../auth/authorize';
import { endpoint, type Endpoint } from '../http/endpoint';
import { problem, submissionFailure, type Problem } from '../http/problem';
import type { SubmissionBody } from '../http/submission-body';

/** POST /submit */
export const postSubmit: Endpoint = {
  summary: 'Submit a form; public, with the nonce of the page that renders it',
  body: 'submission',
  async run({ context, dispatcher }, request) {
    const body = request.body as SubmissionBody;
    try {
      const outcome = await submitForm(context, toSubmission(request, body), (deliveries) =>
        dispatcher.kick(deliveries),
      );
      return toAnswer(outcome);
    } finally {
      await body.dispose();
    }
  },
};

/** GET /nonce: a fresh submit nonce for a page that a cache has held too long. */
export const getNonce = endpoint({
  summary: 'A fresh submit nonce for a published form',
  query: z.object({ form_id: integerParameter({ min: 1 }) }),
  async handle({ context, query }) {
    const form = await findForm(context.db, query.form_id);
    if (form?.status !== 'publish')
      return problem('not_found', `There is no published form with id ${query.form_id}.`);
    return { form_id: form.id, nonce: context.host.nonces.issue(submitAction(form.id), null) };
  },
});

function toSubmission(request: Request, body: SubmissionBody): Submission {
  return {
    formId: body.formId,
    nonce: body.nonce,
    fields: body.fields,
    files: body.files,
    encoded: body.encoded,
    pageUrl: body.pageUrl,
    referer: request.get('referer') ?? '',
    ipAddress: ipOf(request),
    userAgent: request.get('user-agent') ?? '',
    idempotencyKey: request.get('idempotency-key'),
  };
}

/** Source: specification, Submission result. */
function toAnswer(outcome: SubmissionOutcome): SubmissionSuccess | Problem {
  switch (outcome.outcome) {
    case 'stored':
    case 'repeated':
      return { success: true, message: outcome.message, entry_id: outcome.entryId };
    case 'invalid':
      return submissionFailure(outcome.errors);
    case 'invalid_nonce':
      return problem('invalid_nonce');
    case 'form_not_found':
      return problem('not_found', 'This form does not exist or is not published.');
  }
}
