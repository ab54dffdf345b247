import { createHmac } from 'node:crypto';

/** What a receiver needs to know and to check; body is what goes over the wire, byte for byte. */
export interface Signable {
  event: string;
  /** Same over all attempts and redeliveries. */
  deliveryId: string;
  attempt: number;
  body: string;
  /** Epoch seconds of this attempt. */
  timestamp: number;
  /** The current secret first; more than one while a replaced secret still signs. */
  secrets: readonly string[];
  test: boolean;
}

/**
 * Headers of a webhook request. Without a secret the signatures are left out.
 * Source: specification, Request sent to the receiver; design, further headers; Standard Webhooks 1.0.0 for the
 * webhook-* triple, whose key is the secret's UTF-8 bytes unless it is written as `whsec_` and base64.
 */
export function webhookHeaders(message: Signable): Record<string, string> {
  const headers: Record<string, string> = {
    'Content-Type': 'application/json',
    'User-Agent': 'Svc-Forms/1.0',
    'X-Svc-Event': message.event,
    'X-Svc-Delivery': message.deliveryId,
    'X-Svc-Attempt': String(message.attempt),
  };
  if (message.test) headers['X-Svc-Test'] = 'true';
  const [current] = message.secrets;
  if (current === undefined) return headers;
  const signed = `${message.deliveryId}.${message.timestamp}.${message.body}`;
  const standard = message.secrets.map(
    (secret) => `v1,${createHmac('sha256', standardKey(secret)).update(signed).digest('base64')}`,
  );
  return {
    ...headers,
    // Room for one value only: receivers compare it whole. Two secrets meet in webhook-signature.
    'X-Svc-Signature': signature(message.body, current),
    'webhook-id': message.deliveryId,
    'webhook-timestamp': String(message.timestamp),
    'webhook-signature': standard.join(' '),
  };
}

/**
 * `sha256=` and the hexadecimal HMAC-SHA256 of the raw body, keyed with the secret as it is written.
 * Source: specification, Request sent to the receiver.
 */
export function signature(body: string, secret: string): string {
  return `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
}

function standardKey(secret: string): Buffer {
  return secret.startsWith('whsec_') ? Buffer.from(secret.slice(6), 'base64') : Buffer.from(secret);
}
