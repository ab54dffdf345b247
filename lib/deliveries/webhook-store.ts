import type { WebhookRow } from '../../schema/db/tables';
import type { Database } from '../db/database';
import { noWebhook, type Webhook } from './webhook';

/** The webhook settings of a form. */
export async function findWebhook(db: Database, formId: number): Promise<Webhook> {
  return (await findWebhooks(db, [formId])).get(formId) as Webhook;
}

/** The webhook settings of these forms, by form; of each, whether it has any or not. */
export async function findWebhooks(db: Database, formIds: number[]): Promise<Map<number, Webhook>> {
  const rows = (await db.from('webhooks').whereIn('form_id', formIds)) as WebhookRow[];
  const found = new Map(rows.map((row) => [Number(row.form_id), fromRow(row)] as const));
  return new Map(formIds.map((id) => [id, found.get(id) ?? noWebhook(id)] as const));
}

function fromRow(row: WebhookRow): Webhook {
  return {
    formId: Number(row.form_id),
    enabled: row.enabled === 1,
    url: row.url,
    secret: row.secret,
    replacedSecrets: JSON.parse(row.replaced_secrets ?? '[]') as Webhook['replacedSecrets'],
    failingSince: numberOrNull(row.failing_since),
    failedAttempts: row.failed_attempts,
    pausedAt: numberOrNull(row.paused_at),
    pausedReason: row.paused_reason,
  };
}

/** Forms whose webhook is paused, with the reason. */
export async function pausedWebhooks(db: Database): Promise<Map<number, string>> {
  const rows = (await db
    .from('webhooks')
    .whereNotNull('paused_at')
    .select('form_id', 'paused_reason')) as Pick<WebhookRow, 'form_id' | 'paused_reason'>[];
  return new Map(rows.map((row) => [Number(row.form_id), row.paused_reason ?? '']));
}

/** Writes the webhook settings of a form. */
export async function saveWebhook(db: Database, webhook: Webhook, now: number): Promise<void> {
  const row: WebhookRow = {
    form_id: webhook.formId,
    enabled: webhook.enabled ? 1 : 0,
    url: webhook.url,
    secret: webhook.secret,
    replaced_secrets: webhook.replacedSecrets.length > 0 ? JSON.stringify(webhook.replacedSecrets) : null,
    failing_since: webhook.failingSince,
    failed_attempts: webhook.failedAttempts,
    paused_at: webhook.pausedAt,
    paused_reason: webhook.pausedReason,
    updated_at: now,
  };
  await db.from('webhooks').insert(row).onConflict('form_id').merge();
}

/** Notes a success: earlier failures are forgotten. Touches the row only when there were any. */
export async function forgetFailures(db: Database, formId: number): Promise<void> {
  await db
    .from('webhooks')
    .where({ form_id: formId })
    .whereNotNull('failing_since')
    .update({ failing_since: null, failed_attempts: 0 });
}

/** Counts a failure. @returns since when there were only failures, and how many; null when there are no settings */
export async function countFailure(
  db: Database,
  formId: number,
  now: number,
): Promise<{ since: number; attempts: number } | null> {
  await db
    .from('webhooks')
    .where({ form_id: formId })
    .update({
      failing_since: db.knex.raw('COALESCE(failing_since, ?)', [now]) as never,
      failed_attempts: db.knex.raw('failed_attempts + 1') as never,
    });
  const row = (await db.from('webhooks').where({ form_id: formId }).first()) as WebhookRow | undefined;
  return row ? { since: Number(row.failing_since), attempts: row.failed_attempts } : null;
}

/** Pauses a webhook. @returns false when it was paused already */
export async function pause(db: Database, formId: number, now: number, reason: string): Promise<boolean> {
  const changed = await db
    .from('webhooks')
    .where({ form_id: formId, paused_at: null })
    .update({ paused_at: now, paused_reason: reason });
  return changed > 0;
}

/** Removes the webhook settings of a form. */
export async function deleteWebhook(db: Database, formId: number): Promise<void> {
  await db.from('webhooks').where({ form_id: formId }).delete();
}

function numberOrNull(value: number | null): number | null {
  return value === null ? null : Number(value);
}
