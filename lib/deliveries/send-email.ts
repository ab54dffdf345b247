import type { Context } from '../context';
import type { EntryMail } from '../notifications/compose-entry-mail';
import type { ClaimedDelivery } from './claim-store';
import type { Sent } from './sent';

/** Hands one notification to the host's mail. A mail server that is down costs an attempt, not the mail. */
export async function sendEmail(
  context: Context,
  delivery: ClaimedDelivery,
  stop: AbortSignal,
): Promise<Sent> {
  const mail = JSON.parse(delivery.body ?? '{}') as EntryMail;
  const started = performance.now();
  const failure = await tryToSend(context, mail, delivery, stop);
  return {
    healthy: true,
    outcome: failure === null ? 'succeeded' : stop.aborted ? 'stopped' : 'failed',
    log: {
      method: 'SMTP',
      url: `mailto:${mail.to}`,
      response_status: null,
      error: failure?.slice(0, 500) ?? null,
      duration_ms: Math.round(performance.now() - started),
      response_body: null,
    },
  };
}

async function tryToSend(
  context: Context,
  mail: EntryMail,
  delivery: ClaimedDelivery,
  stop: AbortSignal,
): Promise<string | null> {
  const timeout = AbortSignal.timeout(context.options.attemptTimeoutMs);
  const message = { ...mail, messageId: delivery.origin_id ?? delivery.id };
  const signal = AbortSignal.any([timeout, stop]);
  try {
    // A mail library that ignores the signal must not hold the slot for ever.
    await Promise.race([context.host.mail.send(message, signal), rejection(signal)]);
    return null;
  } catch (error) {
    if (timeout.aborted) return 'timeout';
    return stop.aborted ? 'stopped' : (error as Error).message || 'mail';
  }
}

function rejection(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const abort = () => reject(new Error('timeout'));
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
  });
}
