import type { Context } from '../context';
import type { Form } from '../forms/form';
import type { SpamCandidate, SpamCheck } from '../spam-check';
import type { Submission } from './submission';

/** Milliseconds for one check: a service that does not answer must not lose a lead. */
const PATIENCE = 3000;

/**
 * Judges whether a submission is spam, before anything else is said about it, so that programs learn nothing from
 * field errors.
 * @returns why it is; null when it is not
 */
export async function judgeSpam(
  context: Context,
  form: Form,
  submission: Submission,
): Promise<string | null> {
  const { honeypot, min_seconds: minSeconds } = form.settings;
  if (honeypot && typeof submission.honeypot === 'string' && submission.honeypot !== '')
    return 'filled in the field that people do not see';
  const elapsed = Number(submission.elapsed);
  // Told by the script: a page from a cache cannot say when it was opened, and one without script does not.
  if (minSeconds && submission.elapsed !== undefined && !(elapsed >= minSeconds * 1000))
    return `sent faster than ${minSeconds} seconds`;
  for (const check of context.options.spamChecks) {
    const verdict = await patiently(context, check, toCandidate(submission));
    if (verdict !== null) return verdict.slice(0, 200);
  }
  return null;
}

async function patiently(
  { host }: Context,
  check: SpamCheck,
  candidate: SpamCandidate,
): Promise<string | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The check took too long.')), PATIENCE);
  });
  try {
    return await Promise.race([check(candidate), late]);
  } catch (error) {
    host.logger.warn('spam.check_failed', { form: candidate.formId, error: String(error) });
    return null;
  } finally {
    clearTimeout(timer);
  }
}

function toCandidate(submission: Submission): SpamCandidate {
  const { formId, fields, ipAddress, userAgent, pageUrl } = submission;
  return {
    formId,
    fields: typeof fields === 'object' && fields !== null ? (fields as Record<string, unknown>) : {},
    ipAddress,
    userAgent,
    pageUrl: typeof pageUrl === 'string' ? pageUrl : '',
  };
}
