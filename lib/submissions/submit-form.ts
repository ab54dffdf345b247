import { createHash } from 'node:crypto';
import { DEFAULT_SUCCESS_MESSAGE, IDEMPOTENCY_KEY, submittedFields } from '../../schema/api/submission';
import type { DeliveryRow } from '../../schema/db/tables';
import type { Context } from '../context';
import { findEntryIdByKey } from '../entries/entry-store';
import type { Form } from '../forms/form';
import { findForm } from '../forms/form-store';
import { discardUploads, stageUploads } from '../uploads/stage-uploads';
import { storeSubmission } from './store-submission';
import { submitAction, type Submission, type SubmissionOutcome } from './submission';
import { validateSubmission } from './validate-submission';

/**
 * Takes a visitor's submission: nonce, form, validation, uploads, then one transaction with the entry and its
 * deliveries. `stored` means committed. Source: specification, POST /submit; design, the way of a submission.
 * @param afterCommit gets the deliveries whose first attempt can be made now
 */
export async function submitForm(
  context: Context,
  submission: Submission,
  afterCommit: (deliveries: DeliveryRow[]) => void,
): Promise<SubmissionOutcome> {
  const { db, host } = context;
  const { formId, nonce } = submission;
  if (typeof nonce !== 'string' || !host.nonces.verify(submitAction(formId), nonce, null))
    return { outcome: 'invalid_nonce' };
  const form = await findForm(db, formId);
  if (!form || form.status !== 'publish') return { outcome: 'form_not_found' };
  const key = submission.idempotencyKey;
  if (key !== undefined && !IDEMPOTENCY_KEY.test(key))
    return invalid('Idempotency-Key', 'Idempotency-Key must have 1 to 255 printable ASCII characters.');
  const hash = key === undefined ? null : createHash('sha256').update(key).digest('hex');
  const earlier = hash && (await findEntryIdByKey(db, formId, hash));
  if (earlier) return repeated(form, earlier);
  return judgeAndStore(context, form, submission, hash, afterCommit);
}

async function judgeAndStore(
  context: Context,
  form: Form,
  submission: Submission,
  hash: string | null,
  afterCommit: (deliveries: DeliveryRow[]) => void,
): Promise<SubmissionOutcome> {
  const fields = submittedFields.safeParse(submission.fields ?? {});
  if (!fields.success) return invalid('fields', 'fields must be an object keyed by field id.');
  const { encoded, files } = submission;
  const limits = { encoded, maxFileBytes: context.options.maxFileBytes };
  const judged = await validateSubmission(form.fields, fields.data, files, limits);
  if (!judged.ok) return { outcome: 'invalid', errors: judged.errors };

  const staged = await stageUploads(context, form.id, judged.files);
  try {
    const stored = await storeSubmission(context, { form, submission, values: judged.values, staged, hash });
    if (stored) {
      await context.options.reach('after-entry-commit');
      afterCommit(stored.deliveries);
      return { outcome: 'stored', entryId: stored.entryId, message: successMessage(form) };
    }
    await discardUploads(context, staged);
    return { outcome: 'form_not_found' };
  } catch (error) {
    await discardUploads(context, staged).catch(() => undefined);
    const winner =
      hash && context.db.dialect.isDuplicate(error) && (await findEntryIdByKey(context.db, form.id, hash));
    // Two posts with one key at the same moment: the unique index decided, the loser answers like the winner.
    if (winner) return repeated(form, winner);
    throw error;
  }
}

function repeated(form: Form, entryId: number): SubmissionOutcome {
  return { outcome: 'repeated', entryId, message: successMessage(form) };
}

function invalid(field: string, message: string): SubmissionOutcome {
  return { outcome: 'invalid', errors: { [field]: message } };
}

function successMessage(form: Form): string {
  return form.settings.success_message || DEFAULT_SUCCESS_MESSAGE;
}
