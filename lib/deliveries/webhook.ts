import { toTimestampOrNull } from '../../schema/api/timestamp';
import type { WebhookBody } from '../../schema/api/webhook';

/** Where and how a form's submissions are sent. Secrets stay encrypted until the moment they sign. */
export interface Webhook {
  formId: number;
  enabled: boolean;
  url: string | null;
  secret: string | null;
  /** The secret before this one, while it still signs. */
  previousSecret: string | null;
  previousSecretUntil: number | null;
  /** First failed attempt since the last success, and how many there were. */
  failingSince: number | null;
  failedAttempts: number;
  /** Set while nothing is sent and deliveries wait. */
  pausedAt: number | null;
  pausedReason: string | null;
}

/** What a form without any webhook settings has. */
export function noWebhook(formId: number): Webhook {
  return {
    formId,
    enabled: false,
    url: null,
    secret: null,
    previousSecret: null,
    previousSecretUntil: null,
    ...HEALTHY,
  };
}

/** A webhook whose failures are forgotten. */
export const HEALTHY = {
  failingSince: null,
  failedAttempts: 0,
  pausedAt: null,
  pausedReason: null,
} as const;

/**
 * Replaces the secret; the old one goes on signing beside it for a while, so that receivers can change over.
 * @param secret encrypted; null takes it away, and the old one with it
 * @param overlap seconds
 */
export function withSecret(webhook: Webhook, secret: string | null, now: number, overlap: number): Webhook {
  const keeps = secret !== null && webhook.secret !== null;
  return {
    ...webhook,
    secret,
    previousSecret: keeps ? webhook.secret : null,
    previousSecretUntil: keeps ? now + overlap * 1000 : null,
  };
}

/** The secrets that sign at this moment, encrypted, the current one first. */
export function signingSecrets(webhook: Webhook, now: number): string[] {
  const secrets = webhook.secret === null ? [] : [webhook.secret];
  const overlaps = webhook.previousSecret !== null && now < (webhook.previousSecretUntil ?? 0);
  return overlaps ? [...secrets, webhook.previousSecret as string] : secrets;
}

/** The settings without the secrets. Source: design, webhook settings. */
export function toWebhookBody(webhook: Webhook, now: number): WebhookBody {
  const overlaps = signingSecrets(webhook, now).length > 1;
  return {
    form_id: webhook.formId,
    enabled: webhook.enabled,
    url: webhook.url,
    has_secret: webhook.secret !== null,
    previous_secret_until: overlaps ? toTimestampOrNull(webhook.previousSecretUntil) : null,
    state: webhook.pausedAt !== null ? 'paused' : webhook.enabled ? 'active' : 'disabled',
    paused_at: toTimestampOrNull(webhook.pausedAt),
    paused_reason: webhook.pausedReason,
    failing_since: toTimestampOrNull(webhook.failingSince),
    failed_attempts: webhook.failedAttempts,
  };
}
