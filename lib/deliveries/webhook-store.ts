import type { WebhookRow } from '../../schema/db/tables';
import type { Database } from '../db/database';
import type { Secrets } from '../host';
import { noWebhook, type Webhook } from './webhook';

/** The webhook settings of a form, the secret decrypted. */
export async function findWebhook(db: Database, secrets: Secrets, formId: number): Promise<Webhook> {
  const row = (await db.from('webhooks').where({ form_id: formId }).first()) as WebhookRow | undefined;
  if (!row) return noWebhook(formId);
  const secret = row.secret === null ? null : secrets.decrypt(row.secret);
  return { formId, enabled: row.enabled === 1, url: row.url, secret };
}

/** True when submissions of this form are to be sent: does not touch the secret. */
export async function isWebhookEnabled(db: Database, formId: number): Promise<boolean> {
  const row = (await db.from('webhooks').where({ form_id: formId, enabled: 1 }).first('form_id')) as unknown;
  return row !== undefined;
}

/** Writes the webhook settings of a form, the secret encrypted. */
export async function saveWebhook(
  db: Database,
  secrets: Secrets,
  webhook: Webhook,
  now: number,
): Promise<void> {
  const row: WebhookRow = {
    form_id: webhook.formId,
    enabled: webhook.enabled ? 1 : 0,
    url: webhook.url,
    secret: webhook.secret === null ? null : secrets.encrypt(webhook.secret),
    updated_at: now,
  };
  await db.from('webhooks').insert(row).onConflict('form_id').merge();
}

/** Removes the webhook settings of a form. */
export async function deleteWebhook(db: Database, formId: number): Promise<void> {
  await db.from('webhooks').where({ form_id: formId }).delete();
}
