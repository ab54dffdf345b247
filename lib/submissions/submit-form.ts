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

/** Versions of a form that a submission is judged by at the most: somebody may be saving it this very moment. */
const MOST_VERSIONS = 5;

/**
 * Takes a visitor's submission: nonce, form, validation, uploads, then one transaction with the entry and its
 * deliveries. `stored` means committed. Source: specification, POST /submit; design, the way of a submission.
 *
 * It is judged by the form that this process remembers; the transaction that stores it sees whether that is still the
 * form. Only then, and when it would be refused, the form is read again. So nothing is decided by an old form, and what
 * is stored costs one way to the database less.
 * @param desk shared by all submissions of the process
 * @param afterCommit gets the deliveries whose first attempt can be made now
 */
export async function submitForm(
  context: Context,
  desk: SubmissionDesk,
  submission: Submission,
  afterCommit: (deliveries: DeliveryRow[]) => void,
): Promise<SubmissionOutcome> {
  const { formId, nonce } = submission;
  if (typeof nonce !== 'string' || !context.host.nonces.verify(submitAction(formId), nonce, null))
    return { outcome: 'invalid_nonce' };
  const judge = async (form: Form | null | undefined): Promise<Judgement> =>
    form?.status === 'publish'
      ? judgeAndStore(context, desk, form, submission, afterCommit)
      : { outcome: 'form_not_found' };
  let form: Form | null | undefined = desk.forms.remembered(formId);
  let outcome: Judgement = form ? await judge(form) : 'changed';
  for (let versions = 0; versions < MOST_VERSIONS; versions++) {
    if (outcome !== 'changed' && 'entryId' in outcome) return outcome;
    const now = await desk.forms.read(formId);
    if (outcome !== 'changed' && now?.version === form?.version) return outcome;
    form = now;
    outcome = await judge(form);
    if (outcome !== 'changed') return outcome;
  }
  throw new Error(`Form ${formId} changed again and again while a submission was stored.`);
}

/** `changed`: the form is another one by now than the one that the submission was judged by. */
type Judgement = SubmissionOutcome | 'changed';

async function judgeAndStore(
  context: Context,
  desk: SubmissionDesk,
  form: Form,
  submission: Submission,
  afterCommit: (deliveries: DeliveryRow[]) => void,
): Promise<Judgement> {
  const key = submission.idempotencyKey;
  if (key !== undefined && !IDEMPOTENCY_KEY.test(key))
    return invalid('Idempotency-Key', 'Idempotency-Key must have 1 to 255 printable ASCII characters.');
  const hash = key === undefined ? null : createHash('sha256').update(key).digest('hex');
  const fields = submittedFields.safeParse(submission.fields ?? {});
  if (!fields.success) return invalid('fields', 'fields must be an object keyed by field id.');
  // Before the fields: what is judged to be spam is told nothing of its errors.
  const spam = await judgeSpam(context, form, submission);
  const { encoded, files: incoming } = submission;
  const translate = translator(languageOf(form, submission));
  const limits = { encoded, maxFileBytes: context.options.maxFileBytes, translate };
  const { errors, values, files } = await validateSubmission(form.fields, fields.data, incoming, limits);
  const isInvalid = spam === null && Object.keys(errors).length > 0;
  // A repetition is answered like the first one, whatever it brings; its files need no place to lie.
  const earlier = hash && (isInvalid || files.length > 0) && (await desk.earlier(form.id, hash));
  if (earlier) return success('repeated', form, submission, earlier);
  if (isInvalid) return { outcome: 'invalid', errors };

  const staged = await stageUploads(context, form.id, files);
  try {
    const stored = await desk.store({ form, submission, values, staged, hash, spam });
    if (stored === 'changed' || stored.repeated) await discardUploads(context, staged);
    if (stored === 'changed') return 'changed';
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
