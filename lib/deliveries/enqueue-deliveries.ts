import type { WebhookPayload } from '../../schema/api/webhook';
import { toTimestamp } from '../../schema/api/timestamp';
import type { DeliveryRow } from '../../schema/db/tables';
import type { Context } from '../context';
import type { Database } from '../db/database';
import type { Entry } from '../entries/entry';
import type { Form } from '../forms/form';
import { composeEntryMail } from '../notifications/compose-entry-mail';
import { insertDeliveries } from './delivery-store';
import { EVENT, newDelivery } from './new-delivery';
import { isWebhookEnabled } from './webhook-store';

/**
 * Writes the outbox rows of a stored entry: the webhook's, when it is enabled and paid for, and the e-mail's.
 * @param db the transaction that stores the entry
 * @returns the rows, for the first attempt right after the commit
 */
export async function enqueueDeliveries(
  context: Context,
  db: Database,
  form: Form,
  entry: Entry,
): Promise<DeliveryRow[]> {
  const rows: DeliveryRow[] = [];
  const paid = context.host.entitlements.has('webhooks');
  if (paid && (await isWebhookEnabled(db, form.id))) {
    const body = JSON.stringify(payloadOf(form, entry));
    rows.push(newDelivery(context, { form_id: form.id, entry_id: entry.id, channel: 'webhook', body }));
  }
  const mail = composeEntryMail(form, entry, context.host.siteUrl);
  if (mail) {
    const body = JSON.stringify(mail);
    rows.push(newDelivery(context, { form_id: form.id, entry_id: entry.id, channel: 'email', body }));
  }
  await insertDeliveries(db, rows);
  return rows;
}

/** Source: specification, Webhook payload. */
export function payloadOf(form: Form, entry: Entry): WebhookPayload {
  return {
    event: EVENT,
    form_id: form.id,
    form_title: form.title,
    entry_id: entry.id,
    submitted_at: toTimestamp(entry.createdAt),
    fields: Object.fromEntries(Object.entries(entry.fields).map(([id, { value }]) => [id, value])),
  };
}
