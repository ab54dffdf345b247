import type { Context } from '../context';
import { release, type ClaimedDelivery } from './claim-store';
import { ended, MAX_EXPIRIES, nextState, type AttemptOutcome } from './outcome';
import type { DeliveryDesk } from './delivery-desk';
import { sendEmail } from './send-email';
import { sendWebhook } from './send-webhook';
import type { NotSent, Seen, Sent } from './sent';

/**
 * Makes one attempt of a claimed delivery and writes what became of it: log row and new state in one transaction,
 * fenced by the lease. A worker that lost its lease meanwhile only logs its late result.
 * @param desk shared by all attempts of the process
 * @param stop aborts the attempt and gives the delivery back without cost
 * @param more `seen` is shown what was sent and what came back; `answered` is told how it went, or null when nothing was
 * sent, before that is written
 * @throws when the database is away: then the lease runs out and another attempt is made, with the same id
 */
export async function attemptDelivery(
  context: Context,
  desk: DeliveryDesk,
  delivery: ClaimedDelivery,
  stop: AbortSignal,
  more: { seen?: Seen | undefined; answered?: (outcome: AttemptOutcome | null) => void } = {},
): Promise<void> {
  if (delivery.expiry_count >= MAX_EXPIRIES) {
    const reason = `Given up: ${delivery.expiry_count} attempts in a row were cut off before a result.`;
    await finish(context, delivery, 'failed', reason);
    return;
  }
  const sent =
    delivery.channel === 'email'
      ? await sendEmail(context, delivery, stop)
      : await sendWebhook(context, desk, delivery, stop, more.seen);
  more.answered?.('outcome' in sent ? sent.outcome : null);
  if ('outcome' in sent) await record(context, desk, delivery, sent);
  else if (sent.then === 'cancel') await finish(context, delivery, 'cancelled', sent.reason);
  else await putBack(context, delivery, sent);
}

async function finish(
  context: Context,
  delivery: ClaimedDelivery,
  status: 'failed' | 'cancelled',
  reason: string,
): Promise<void> {
  await release(context.db, delivery, ended(status, reason, context.now()));
  context.host.logger.warn(`delivery.${status}`, { delivery: delivery.id, form: delivery.form_id, reason });
}

/** The time of the attempt stays: once nothing keeps it waiting, it is due at once. */
async function putBack(context: Context, delivery: ClaimedDelivery, { reason }: NotSent): Promise<void> {
  await release(context.db, delivery, { due_at: delivery.next_attempt_at, expiry_count: 0 });
  context.host.logger.info('delivery.waits', { delivery: delivery.id, form: delivery.form_id, reason });
}

async function record(
  context: Context,
  desk: DeliveryDesk,
  delivery: ClaimedDelivery,
  { outcome, log, healthy }: Sent,
): Promise<void> {
  const { host, options } = context;
  const at = context.now();
  const state = nextState(delivery, outcome, at, options.retryDelays);
  const owned = await desk.record({ delivery, outcome, log, healthy, at, ...state });
  await options.reach('after-result-commit');
  host.logger.info('delivery.attempted', {
    delivery: delivery.id,
    form: delivery.form_id,
    channel: delivery.channel,
    attempt: delivery.attempt_count + 1,
    outcome,
    status: log.response_status,
    error: log.error,
    duration: log.duration_ms,
    late: !owned,
  });
}
