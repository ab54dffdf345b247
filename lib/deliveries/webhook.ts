import type { WebhookBody } from '../../schema/api/webhook';

/** Where and how a form's submissions are sent; the secret is readable only inside the process. */
export interface Webhook {
  formId: number;
  enabled: boolean;
  url: string | null;
  secret: string | null;
}

/** What a form without any webhook settings has. */
export function noWebhook(formId: number): Webhook {
  return { formId, enabled: false, url: null, secret: null };
}

/** The settings without the secret. Source: design, webhook settings. */
export function toWebhookBody(webhook: Webhook): WebhookBody {
  return {
    form_id: webhook.formId,
    enabled: webhook.enabled,
    url: webhook.url,
    has_secret: webhook.secret !== null,
  };
}
