import { createHash } from 'node:crypto';
import type { Request } from 'express';
import { z } from 'zod';
import type { Submission, SubmissionOutcome } from '../../lib/submissions/submission';
import type { Context } from '../../lib/context';
import { keepPageState } from '../../lib/submissions/page-state';
import { submitAction } from '../../lib/submissions/submission';
import { submitForm } from '../../lib/submissions/submit-form';
import { findForm } from '../../lib/forms/form-store';
import { integerParameter } from '../../schema/api/page';
import type { SubmissionSuccess } from '../../schema/api/submission';
import { ipOf } from '../auth/authorize';
import { renderForm } from '../../theme/render-form';
import { endpoint, integerId, type Endpoint } from '../http/endpoint';
import { namespaceUrl } from '../namespace-url';
import { problem, submissionFailure, type Problem } from '../http/problem';
import { seeOther, type Reply } from '../http/reply';
import { wantsPage } from '../http/problem-page';
import { returnAddress } from '../http/return-address';
import type { SubmissionBody } from '../http/submission-body';

/** POST /submit */
export const postSubmit: Endpoint = {
  summary: 'Submit a form; public, with the nonce of the page that renders it',
  body: 'submission',
  async run({ context, dispatcher, desk }, request) {
    const body = request.body as SubmissionBody;
    try {
      const submission = toSubmission(context, request, body);
      const outcome = await submitForm(context, desk, submission, (deliveries) =>
        dispatcher.kick(deliveries),
      );
      return wantsPage(request) ? await toPage(context, request, submission, outcome) : toAnswer(outcome);
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

function toSubmission(context: Context, request: Request, body: SubmissionBody): Submission {
  return {
    formId: body.formId,
    nonce: body.nonce,
    fields: body.fields,
    files: body.files,
    encoded: body.encoded,
    pageUrl: body.pageUrl,
    language: body.language,
    honeypot: body.honeypot,
    elapsed: body.elapsed,
    referer: request.get('referer') ?? '',
    ipAddress: ipOf(request),
    userAgent: request.get('user-agent') ?? '',
    idempotencyKey:
      request.get('idempotency-key') ??
      (wantsPage(request) ? doubleClickKey(context, request, body) : undefined),
  };
}

/** Milliseconds within which the same text from the same browser is a second click, not a second message. */
const DOUBLE_CLICK = 30_000;

/** A page without script can send no key, so what it sends is its key, for a moment. */
function doubleClickKey(
  context: Context,
  request: Request,
  { formId, nonce, fields, files }: SubmissionBody,
): string {
  const names = files.map(({ fieldId, name, size }) => [fieldId, name, size]);
  const moment = Math.floor(context.now() / DOUBLE_CLICK);
  const same = [formId, nonce, fields, names, ipOf(request), request.get('user-agent'), moment];
  return `page-${createHash('sha256').update(JSON.stringify(same)).digest('hex')}`;
}

/** Post, redirect, get: a reload of the page that follows sends nothing again. */
async function toPage(
  context: Context,
  request: Request,
  submission: Submission,
  outcome: SubmissionOutcome,
): Promise<Reply | Problem> {
  if (outcome.outcome === 'form_not_found')
    return problem('not_found', 'This form does not exist or is not published.');
  if ('redirectUrl' in outcome && outcome.redirectUrl) return seeOther(outcome.redirectUrl);
  const state = await keepPageState(context, submission, outcome);
  const { formId, pageUrl } = submission;
  return seeOther(returnAddress(context, request, { formId, pageUrl, state }));
}

/** Source: specification, Submission result. */
function toAnswer(outcome: SubmissionOutcome): SubmissionSuccess | Problem {
  switch (outcome.outcome) {
    case 'stored':
    case 'repeated':
      return {
        success: true,
        message: outcome.message,
        entry_id: outcome.entryId,
        ...(outcome.redirectUrl ? { redirect_url: outcome.redirectUrl } : {}),
      };
    case 'invalid':
      return submissionFailure(outcome.errors);
    case 'invalid_nonce':
      return problem('invalid_nonce');
    case 'form_not_found':
      return problem('not_found', 'This form does not exist or is not published.');
  }
}

/** GET /forms/{id}/embed: the form for `<div data-svc-form="ID">` on any allowed page. */
export const getEmbed = endpoint({
  summary: 'The HTML of a published form, for pages of other origins',
  id: integerId,
  query: z.object({
    lang: z.string().max(20).optional(),
    instance: z
      .string()
      .regex(/^\d{1,3}$/)
      .optional(),
  }),
  async handle({ context, id, query }) {
    const form = await findForm(context.db, id);
    if (form?.status !== 'publish') return problem('not_found', `There is no published form with id ${id}.`);
    const nonce = context.host.nonces.issue(submitAction(form.id), null);
    const on = {
      action: `${namespaceUrl(context)}/submit`,
      nonce,
      language: query.lang,
      instance: query.instance,
    };
    return { form_id: form.id, html: renderForm(form, on) };
  },
});
