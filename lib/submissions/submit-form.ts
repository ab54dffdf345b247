import { createHash } from 'node:crypto';
import { IDEMPOTENCY_KEY, submittedFields } from '../../schema/api/submission';
import { languageFor, translator, type Language } from '../../schema/api/texts';
import type { DeliveryRow } from '../../schema/db/tables';
import type { Context } from '../context';
import type { Form } from '../forms/form';
import { discardUploads, stageUploads } from '../uploads/stage-uploads';
import { judgeSpam } from './judge-spam';
import type { SubmissionDesk } from './submission-desk';
import { submitAction, type Submission, type SubmissionOutcome } from './submission';
import { validateSubmission } from './validate-submission';

/**
 * Takes a visitor's submission: nonce, form, validation, uploads, then one transaction with the entry and its
 * deliveries. `stored` means committed. Source: specification, POST /submit; design, the way of a submission.
 * @param desk shared by all submissions of the process
 * @param afterCommit gets the deliveries whose first attempt can be made now
 */
export async function submitForm(
  context: Context,
  desk: SubmissionDesk,
  submission: Submission,
  afterCommit: (deliveries: DeliveryRow[]) => void,
): Promise<SubmissionOutcome> {
  const { host } = context;
  const { formId, nonce } = submission;
  if (typeof nonce !== 'string' || !host.nonces.verify(submitAction(formId), nonce, null))
    return { outcome: 'invalid_nonce' };
  const form = await desk.forms.read(formId);
  if (!form || form.status !== 'publish') return { outcome: 'form_not_found' };
  const key = submission.idempotencyKey;
  if (key !== undefined && !IDEMPOTENCY_KEY.test(key))
    return invalid('Idempotency-Key', 'Idempotency-Key must have 1 to 255 printable ASCII characters.');
  const hash = key === undefined ? null : createHash('sha256').update(key).digest('hex');
  const earlier = hash && (await desk.earlier(formId, hash));
  if (earlier) return success('repeated', form, submission, earlier);
  return judgeAndStore(context, desk, form, submission, hash, afterCommit);
}

async function judgeAndStore(
  context: Context,
  desk: SubmissionDesk,
  form: Form,
  submission: Submission,
  hash: string | null,
  afterCommit: (deliveries: DeliveryRow[]) => void,
): Promise<SubmissionOutcome> {
  const fields = submittedFields.safeParse(submission.fields ?? {});
  if (!fields.success) return invalid('fields', 'fields must be an object keyed by field id.');
  // Before the fields: what is judged to be spam is told nothing of its errors.
  const spam = await judgeSpam(context, form, submission);
  const { encoded, files: incoming } = submission;
  const translate = translator(languageOf(form, submission));
  const limits = { encoded, maxFileBytes: context.options.maxFileBytes, translate };
  const { errors, values, files } = await validateSubmission(form.fields, fields.data, incoming, limits);
  if (spam === null && Object.keys(errors).length > 0) return { outcome: 'invalid', errors };

  const staged = await stageUploads(context, form.id, files);
  try {
    const stored = await desk.store({ form, submission, values, staged, hash, spam });
    if (!stored) {
      await discardUploads(context, staged);
      return { outcome: 'form_not_found' };
    }
    // Its files are those of nobody: the first one has its own.
    if (stored.repeated) await discardUploads(context, staged);
    await context.options.reach('after-entry-commit');
    afterCommit(stored.deliveries);
    return success(stored.repeated ? 'repeated' : 'stored', form, submission, stored.entryId);
  } catch (error) {
    await discardUploads(context, staged).catch(() => undefined);
    const winner = hash && context.db.dialect.isDuplicate(error) && (await desk.earlier(form.id, hash));
    // Two posts with one key at the same moment: the unique index decided, the loser answers like the winner.
    if (winner) return success('repeated', form, submission, winner);
    throw error;
  }
}

function success(
  outcome: 'stored' | 'repeated',
  form: Form,
  submission: Submission,
  entryId: number,
): SubmissionOutcome {
  const { success_message: own, redirect_url: redirectUrl = null } = form.settings;
  const message = own || translator(languageOf(form, submission))('success');
  return { outcome, entryId, message, redirectUrl };
}

function invalid(field: string, message: string): SubmissionOutcome {
  return { outcome: 'invalid', errors: { [field]: message } };
}

/** The form's own language, else that of the page. */
function languageOf(form: Form, { language }: Submission): Language {
  return languageFor(form.settings.language, typeof language === 'string' ? language : undefined);
}
