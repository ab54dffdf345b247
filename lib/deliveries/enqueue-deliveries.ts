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

export type Lease = (rows: DeliveryRow[]) => DeliveryRow[];

/**
 * Writes the outbox rows of stored entries: each webhook's, when it is enabled and paid for, and each e-mail's.
 * @param db the transaction that stores the entries
 * @param stored `webhook`: whether the form's is enabled
 * @param lease leases the rows to this process, as far as it has room for their first attempts
 * @returns the rows of each entry, in order, for the first attempts right after the commit
 */
export async function enqueueDeliveries(
  context: Context,
  db: Database,
  stored: readonly { form: Form; entry: Entry; webhook: boolean }[],
  lease: Lease = (rows) => rows,
): Promise<DeliveryRow[][]> {
  const paid = context.host.entitlements.has('webhooks');
  const made = stored.map(({ form, entry, webhook }) => deliveriesOf(context, form, entry, paid && webhook));
  const rows = lease(made.flat());
  await insertDeliveries(db, rows);
  let from = 0;
  return made.map(({ length }) => rows.slice(from, (from += length)));
}

function deliveriesOf(context: Context, form: Form, entry: Entry, webhook: boolean): DeliveryRow[] {
  const about = { form_id: form.id, entry_id: entry.id };
  const mail = composeEntryMail(form, entry, context.host.siteUrl);
  return [
    ...(webhook
      ? [newDelivery(context, { ...about, channel: 'webhook', body: JSON.stringify(payloadOf(form, entry)) })]
      : []),
    ...(mail ? [newDelivery(context, { ...about, channel: 'email', body: JSON.stringify(mail) })] : []),
  ];
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
