import { toTimestampOrNull } from '../../schema/api/timestamp';
import type { WebhookBody } from '../../schema/api/webhook';

/** Where and how a form's submissions are sent. Secrets stay encrypted until the moment they sign. */
export interface Webhook {
  formId: number;
  enabled: boolean;
  url: string | null;
  secret: string | null;
  /** The secrets before this one, the latest first, each until its time is over. */
  replacedSecrets: readonly { secret: string; until: number }[];
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
    replacedSecrets: [],
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

/** Replaced secrets that sign at once, at the most: each is 48 bytes in the header of every request. */
const MAX_REPLACED = 8;

/**
 * Replaces the secret; the old one goes on signing beside it for a while, so that receivers can change over. So do
 * those replaced shortly before, each for its own time.
 * @param secret encrypted; null takes it away, and the old ones with it
 * @param overlap seconds
 */
export function withSecret(webhook: Webhook, secret: string | null, now: number, overlap: number): Webhook {
  if (secret === null || webhook.secret === null) return { ...webhook, secret, replacedSecrets: [] };
  const replaced = { secret: webhook.secret, until: now + overlap * 1000 };
  const valid = webhook.replacedSecrets.filter(({ until }) => now < until);
  return { ...webhook, secret, replacedSecrets: [replaced, ...valid].slice(0, MAX_REPLACED) };
}

/** The secrets that sign at this moment, encrypted, the current one first. */
export function signingSecrets(webhook: Webhook, now: number): string[] {
  if (webhook.secret === null) return [];
  const valid = webhook.replacedSecrets.filter(({ until }) => now < until);
  return [webhook.secret, ...valid.map(({ secret }) => secret)];
}

/** The settings without the secrets. Source: design, webhook settings. */
export function toWebhookBody(webhook: Webhook, now: number): WebhookBody {
  const lastUntil = Math.max(0, ...webhook.replacedSecrets.map(({ until }) => until));
  return {
    form_id: webhook.formId,
    enabled: webhook.enabled,
    url: webhook.url,
    has_secret: webhook.secret !== null,
    previous_secret_until: lastUntil > now ? toTimestampOrNull(lastUntil) : null,
    state: webhook.pausedAt !== null ? 'paused' : webhook.enabled ? 'active' : 'disabled',
    paused_at: toTimestampOrNull(webhook.pausedAt),
    paused_reason: webhook.pausedReason,
    failing_since: toTimestampOrNull(webhook.failingSince),
    failed_attempts: webhook.failedAttempts,
  };
}
