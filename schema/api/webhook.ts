import { z } from 'zod';
import { httpUrl, text } from './text';
import type { FieldValue } from './entry';

/** Body of PUT /forms/{id}/webhook: what is left out keeps its value, null clears it. Source: specification, Webhook configuration. */
export const webhookUpdate = z.object({
  enabled: z.boolean({ error: 'must be true or false' }).optional(),
  url: z
    .string({ error: 'must be a URL' })
    .refine((value) => httpUrl(value) !== null, 'must be an absolute http or https URL')
    .nullish(),
  secret: text({ min: 1, max: 500 })
    // Written as a Standard Webhooks key it has to be one: an empty key would let anybody sign.
    .refine((value) => !value.startsWith('whsec_') || /^whsec_[A-Za-z0-9+/]{32,}={0,2}$/.test(value), {
      error: 'must have base64 of at least 24 bytes after whsec_',
    })
    .nullish(),
});

/** Answer of GET and PUT /forms/{id}/webhook; the secret is write-only. */
export interface WebhookBody {
  form_id: number;
  enabled: boolean;
  url: string | null;
  has_secret: boolean;
  /** Until when the replaced secret signs too; null when there is none. */
  previous_secret_until: string | null;
  /** `paused`: nothing is sent and deliveries wait, until it is enabled again. */
  state: 'active' | 'disabled' | 'paused';
  paused_at: string | null;
  paused_reason: string | null;
  /** First failed attempt since the last success. */
  failing_since: string | null;
  failed_attempts: number;
}

/** Answer of POST /forms/{id}/webhook/secret: the one time that a secret is shown. */
export interface NewSecretBody extends WebhookBody {
  secret: string;
}

/** The JSON that a receiver gets. Source: specification, Webhook payload. */
export interface WebhookPayload {
  event: 'form_submission';
  form_id: number;
  form_title: string;
  entry_id: number;
  submitted_at: string;
  fields: Record<string, FieldValue>;
}
