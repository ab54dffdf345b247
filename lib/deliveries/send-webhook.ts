import type { Context } from '../context';
import type { NetworkError } from '../net/poster';
import type { ClaimedDelivery } from './claim-store';
import type { DeliveryDesk } from './delivery-desk';
import type { NotSent, Seen, Sent } from './sent';
import { webhookHeaders } from './sign';
import { signingSecrets, type Webhook } from './webhook';

/**
 * Signs and posts one webhook attempt. URL and secret are those of now, the body is that of the submission.
 * Source: specification, Request sent to the receiver and Response handling.
 */
export async function sendWebhook(
  context: Context,
  desk: DeliveryDesk,
  delivery: ClaimedDelivery,
  stop: AbortSignal,
  seen: Seen = () => undefined,
): Promise<Sent | NotSent> {
  const { poster } = context;
  const webhook = await desk.webhook(Number(delivery.form_id));
  const cancel = (reason: string): NotSent => ({ then: 'cancel', reason });
  if (!webhook.url) return cancel('The webhook has no URL any more.');
  if (!delivery.is_test) {
    if (!webhook.enabled) return cancel('The webhook was disabled when this attempt was due.');
    if (webhook.pausedAt !== null) return { then: 'wait', reason: 'The webhook is paused.' };
  }
  const secrets = readable(context, webhook);
  if (!secrets) return failed(webhook.url, 'secret');
  const healthy = webhook.failingSince === null;
  const body = delivery.body ?? '';
  const headers = webhookHeaders({
    event: delivery.event,
    deliveryId: delivery.origin_id ?? delivery.id,
    attempt: delivery.attempt_count + 1,
    body,
    timestamp: Math.floor(context.now() / 1000),
    secrets,
    test: delivery.is_test === 1,
  });
  const result = await poster.post({ url: webhook.url, headers, body }, stop);
  seen({ request: { url: webhook.url, headers }, answer: result.answer });
  await context.options.reach('after-answer');
  const ok = result.status !== null && result.status >= 200 && result.status < 300;
  return {
    healthy,
    outcome: result.error === 'stopped' ? 'stopped' : ok ? 'succeeded' : 'failed',
    log: {
      method: 'POST',
      url: webhook.url,
      response_status: result.status,
      error: result.error,
      duration_ms: result.durationMs,
      response_body: result.body,
    },
  };
}

/** Plain secrets for as long as the settings that they were read from: attempts of one moment share them. */
const DECRYPTED = new WeakMap<Webhook, Map<string, string>>();

/**
 * The secrets in plain text.
 * @returns null when the current one cannot be read, because the host's key has changed: sending unsigned would be
 * worse than not sending. An old one that cannot be read signs no more.
 */
function readable({ host, now }: Context, webhook: Webhook): string[] | null {
  const known = DECRYPTED.get(webhook) ?? new Map<string, string>();
  DECRYPTED.set(webhook, known);
  const decrypt = (secret: string): string[] => {
    try {
      const plain = known.get(secret) ?? host.secrets.decrypt(secret);
      known.set(secret, plain);
      return [plain];
    } catch (error) {
      host.logger.error('webhook.secret_unreadable', { form: webhook.formId, error: String(error) });
      return [];
    }
  };
  const secrets = signingSecrets(webhook, now());
  const [current] = secrets.slice(0, 1).map(decrypt);
  if (current?.length === 0) return null;
  return [...(current ?? []), ...secrets.slice(1).flatMap(decrypt)];
}

function failed(url: string, error: NetworkError): Sent {
  const nothing = { response_status: null, duration_ms: 0, response_body: null };
  return { healthy: false, outcome: 'failed', log: { method: 'POST', url, error, ...nothing } };
}
