import type { EntryFields, FieldValue } from '../../schema/api/entry';
import { optionsOf, type FormField } from '../../schema/api/form-field';
import type { AttemptRow, DeliveryRow } from '../../schema/db/tables';
import type { Context } from '../context';
import { inTransaction } from '../db/in-transaction';
import type { Form } from '../forms/form';
import { holdForm } from '../forms/form-store';
import { attemptsOf } from './attempt-store';
import type { ClaimedDelivery } from './claim-store';
import { closeTestsBefore, findDelivery, insertDeliveries } from './delivery-store';
import { payloadOf } from './enqueue-deliveries';
import { newDelivery } from './new-delivery';
import { ended } from './outcome';
import type { Exchange, Seen } from './sent';

/**
 * Sends a sample of the form's own fields to its webhook: one attempt, now, by the same signer and guards as a real
 * one, logged and never retried.
 * @param attemptNow makes the attempt, shows what was exchanged, and ends it early when the host is shut down
 * @returns null when the form was deleted meanwhile. Source: specification, Test delivery; design, test delivery.
 */
export async function sendTestDelivery(
  context: Context,
  form: Form,
  attemptNow: (delivery: ClaimedDelivery, seen: Seen) => Promise<void>,
): Promise<{ delivery: DeliveryRow; attempts: AttemptRow[]; exchange: Exchange | null } | null> {
  const now = context.now();
  const sample = {
    id: 0,
    formId: form.id,
    status: 'unread' as const,
    fields: sampleFields(form.fields, context.host.siteUrl),
    ipAddress: '',
    userAgent: '',
    pageUrl: '',
    createdAt: now,
    spam: null,
  };
  const body = JSON.stringify(payloadOf(form, sample));
  const about = { form_id: form.id, entry_id: null, channel: 'webhook' as const, body };
  // No lane and no due time: whatever happens to this process, the drain never takes a test up.
  const queue = { is_test: 1, lane: null, due_at: null, lease_token: context.newId() };
  const delivery: ClaimedDelivery = { ...newDelivery(context, about), ...queue };
  const inserted = await inTransaction(context.db, async (db) => {
    if (!(await holdForm(db, form.id))) return false;
    await insertDeliveries(db, [delivery]);
    return true;
  });
  if (!inserted) return null;
  let exchange: Exchange | null = null;
  await attemptNow(delivery, (seen) => (exchange = seen));
  const after = await findDelivery(context.db, delivery.id);
  return { delivery: after ?? delivery, attempts: await attemptsOf(context.db, delivery.id), exchange };
}

/** Ends tests whose process died before a result: nothing repeats them, so nothing else would. */
export async function closeCutOffTests(context: Context): Promise<void> {
  const now = context.now();
  await closeTestsBefore(context.db, now - context.options.leaseMs, {
    ...ended('failed', 'The test was cut off before a result.', now),
    lease_token: null,
  });
}

function sampleFields(fields: FormField[], siteUrl: string): EntryFields {
  return Object.fromEntries(
    fields.map((field) => [field.id, { label: field.label, value: sampleValue(field, siteUrl) }]),
  );
}

function sampleValue(field: FormField, siteUrl: string): FieldValue {
  const first = optionsOf(field)[0]?.value ?? 'Sample';
  switch (field.type) {
    case 'email':
      return 'visitor@example.com';
    case 'tel':
      return '+1 555 0100';
    case 'url':
      return 'https://example.com/';
    case 'number':
      return Number(field.min ?? field.max ?? 42);
    case 'date':
      return String(field.min ?? field.max ?? '2026-01-31');
    case 'checkbox':
      return [first];
    case 'select':
    case 'radio':
      return first;
    case 'file':
      return { name: 'sample.pdf', url: `${siteUrl}/sample.pdf`, size: 1024, type: 'application/pdf' };
    default:
      return field.default ?? 'Sample text';
  }
}
