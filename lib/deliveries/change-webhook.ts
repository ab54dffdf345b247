import type { z } from 'zod';
import type { webhookUpdate } from '../../schema/api/webhook';
import type { Context } from '../context';
import { inTransaction } from '../db/in-transaction';
import { lockForm } from '../forms/form-store';
import { refusalOfUrl } from '../net/address-guard';
import type { Webhook } from './webhook';
import { findWebhook, saveWebhook } from './webhook-store';

export type WebhookChange =
  | { outcome: 'saved'; webhook: Webhook }
  | { outcome: 'form_not_found' }
  | { outcome: 'invalid'; field: string; message: string };

/**
 * Changes the webhook settings that the patch names; null clears one. The URL goes through the same guard as every
 * attempt. Source: specification, Webhook configuration; design, webhook settings.
 */
export async function changeWebhook(
  context: Context,
  formId: number,
  patch: z.infer<typeof webhookUpdate>,
): Promise<WebhookChange> {
  const { secrets, environment } = context.host;
  return inTransaction(context.db, async (db): Promise<WebhookChange> => {
    if (!(await lockForm(db, formId))) return { outcome: 'form_not_found' };
    const current = await findWebhook(db, secrets, formId);
    const webhook: Webhook = {
      formId,
      enabled: patch.enabled ?? current.enabled,
      url: patch.url === undefined ? current.url : patch.url,
      secret: patch.secret === undefined ? current.secret : patch.secret,
    };
    const refusal = webhook.url === null ? null : refusalOfUrl(webhook.url, { environment });
    if (refusal) return { outcome: 'invalid', field: 'url', message: `url ${refusal}` };
    if (webhook.enabled && webhook.url === null)
      return { outcome: 'invalid', field: 'url', message: 'url is required when the webhook is enabled' };
    await saveWebhook(db, secrets, webhook, context.now());
    return { outcome: 'saved', webhook };
  });
}
