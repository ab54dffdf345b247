import type { Context } from '../context';
import type { Database } from '../db/database';
import { findForm } from '../forms/form-store';
import { composePausedMail } from '../notifications/compose-paused-mail';
import type { ClaimedDelivery } from './claim-store';
import { insertDeliveries } from './delivery-store';
import { newDelivery } from './new-delivery';
import type { AttemptOutcome } from './outcome';
import { countFailure, findWebhook, forgetFailures, pause } from './webhook-store';

const DAY = 86_400_000;

/** 410 Gone: the receiver itself says that it is not coming back (RFC 9110, 15.5.11; Standard Webhooks 1.0.0). */
const GONE = 410;

/**
 * Keeps the health of a form's webhook: a success forgets earlier failures; too many days and attempts of nothing but
 * failures, or 410, pause it. Tests and mails do not count.
 * @param db the transaction that writes the attempt's result
 */
export async function judgeHealth(
  context: Context,
  db: Database,
  delivery: ClaimedDelivery,
  outcome: AttemptOutcome,
  { url, response_status: responseStatus }: { url: string; response_status: number | null },
): Promise<void> {
  if (delivery.channel !== 'webhook' || delivery.is_test || outcome === 'stopped') return;
  const formId = Number(delivery.form_id);
  // What another address answered says nothing about the one that is set now.
  if ((await findWebhook(db, formId)).url !== url) return;
  if (outcome === 'succeeded') return forgetFailures(db, formId);
  const now = context.now();
  const failures = await countFailure(db, formId, now);
  if (!failures) return;
  const { pauseAfterDays, pauseAfterAttempts } = context.options;
  if (responseStatus === GONE) await pauseWebhook(context, db, formId, 'The receiver answered 410 Gone.');
  else if (now - failures.since >= pauseAfterDays * DAY && failures.attempts >= pauseAfterAttempts)
    await pauseWebhook(
      context,
      db,
      formId,
      `Nothing but failures for ${pauseAfterDays} days, in ${failures.attempts} attempts.`,
    );
}

async function pauseWebhook(context: Context, db: Database, formId: number, reason: string): Promise<void> {
  if (!(await pause(db, formId, context.now(), reason))) return;
  context.host.logger.warn('webhook.paused', { form: formId, reason });
  const form = await findForm(db, formId);
  const mail = form && composePausedMail(form, reason, context.host.siteUrl);
  if (!mail) return;
  const about = { form_id: formId, entry_id: null, channel: 'email' as const, event: 'webhook_paused' };
  await insertDeliveries(db, [newDelivery(context, { ...about, body: JSON.stringify(mail) })]);
}
