import type { PageState } from '../../schema/api/page-state';
import { languageFor, translator } from '../../schema/api/texts';
import type { Context } from '../context';
import { findForm } from '../forms/form-store';
import { deletePageStatesBefore, findPageState, insertPageState } from './page-state-store';
import type { Submission, SubmissionOutcome } from './submission';

/** Milliseconds for which a page can be reloaded with what was typed. */
const LASTS = 3_600_000;
/** Longest text that is kept for a page, in characters; more would not be read again anyway. */
const KEPT_AT_MOST = 1_000_000;

/**
 * Keeps what became of a form that was sent without script, for the page that the visitor is sent back to.
 * @returns the id of the state; null when there is no such form
 */
export async function keepPageState(
  context: Context,
  submission: Submission,
  outcome: SubmissionOutcome,
): Promise<string | null> {
  const form = await findForm(context.db, submission.formId);
  if (!form) return null;
  const language = languageFor(
    form.settings.language,
    typeof submission.language === 'string' ? submission.language : undefined,
  );
  const translate = translator(language);
  const sent = 'message' in outcome;
  const state: PageState = {
    success: sent ? outcome.message : null,
    failure: outcome.outcome === 'invalid_nonce' ? translate('again') : null,
    errors: outcome.outcome === 'invalid' ? outcome.errors : {},
    values: sent ? {} : typedValues(submission.fields),
  };
  const id = context.newToken();
  await insertPageState(context.db, id, form.id, state, context.now());
  return id;
}

/** The state that an address names; null when there is none any more. */
export function readPageState(context: Context, id: string, formId: number): Promise<PageState | null> {
  return findPageState(context.db, id, formId, context.now() - LASTS);
}

/** Forgets what is over. */
export function sweepPageStates(context: Context): Promise<void> {
  return deletePageStatesBefore(context.db, context.now() - LASTS);
}

function typedValues(fields: unknown): PageState['values'] {
  if (typeof fields !== 'object' || fields === null) return {};
  const kept: [string, string | string[]][] = [];
  for (const [id, value] of Object.entries(fields)) {
    const isText = typeof value === 'string' && value.length <= KEPT_AT_MOST;
    const isList = Array.isArray(value) && value.every((one) => typeof one === 'string');
    if (isText || isList) kept.push([id, value as string | string[]]);
  }
  return Object.fromEntries(kept);
}
