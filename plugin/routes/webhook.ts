import { changeWebhook, rotateSecret, type WebhookChange } from '../../lib/deliveries/change-webhook';
import { toSingleDeliveryBody } from '../../lib/deliveries/delivery';
import { sendTestDelivery } from '../../lib/deliveries/test-delivery';
import { toWebhookBody } from '../../lib/deliveries/webhook';
import { findWebhook } from '../../lib/deliveries/webhook-store';
import { findForm } from '../../lib/forms/form-store';
import type { TestDeliveryBody } from '../../schema/api/delivery';
import { webhookUpdate, type NewSecretBody } from '../../schema/api/webhook';
import { endpoint, integerId } from '../http/endpoint';
import { problem } from '../http/problem';

const unknownForm = (id: number) => problem('not_found', `There is no form with id ${id}.`);

/** GET /forms/{id}/webhook */
export const getWebhook = endpoint({
  summary: 'Read the webhook settings of a form',
  id: integerId,
  async handle({ context, id }) {
    const { db, host } = context;
    if (!host.entitlements.has('webhooks')) return problem('pro_required');
    if (!(await findForm(db, id))) return unknownForm(id);
    return toWebhookBody(await findWebhook(db, id), context.now());
  },
});

/** PUT /forms/{id}/webhook */
export const putWebhook = endpoint({
  summary: 'Change the webhook settings of a form; what is left out keeps its value',
  id: integerId,
  body: webhookUpdate,
  async handle({ context, dispatcher, id, body }) {
    if (!context.host.entitlements.has('webhooks')) return problem('pro_required');
    const change = await changeWebhook(context, id, body);
    dispatcher.settingsChanged(id);
    return change.outcome === 'saved' ? toWebhookBody(change.webhook, context.now()) : refusal(change, id);
  },
});

/** POST /forms/{id}/webhook/secret: the one answer that shows a secret. */
export const postWebhookSecret = endpoint({
  summary: 'Make a new secret; the old one goes on signing in webhook-signature for 24 hours',
  id: integerId,
  async handle({ context, dispatcher, id }) {
    if (!context.host.entitlements.has('webhooks')) return problem('pro_required');
    const { change, secret } = await rotateSecret(context, id);
    dispatcher.settingsChanged(id);
    if (change.outcome !== 'saved') return refusal(change, id);
    return { ...toWebhookBody(change.webhook, context.now()), secret } satisfies NewSecretBody;
  },
});

function refusal(change: Exclude<WebhookChange, { outcome: 'saved' }>, id: number) {
  if (change.outcome === 'form_not_found') return unknownForm(id);
  return problem('validation_error', `${change.message}.`, { field: change.field });
}

const TEST_UNDER_WAY =
  'A test of this webhook is under way. Wait for its result; it takes 10 seconds at the most.';

/** POST /forms/{id}/webhook/test */
export const postWebhookTest = endpoint({
  summary: 'Send a sample to the webhook of a form and answer what came back',
  id: integerId,
  async handle({ context, dispatcher, id }) {
    const { db, host } = context;
    if (!host.entitlements.has('webhooks')) return problem('pro_required');
    const form = await findForm(db, id);
    if (!form) return unknownForm(id);
    const webhook = await findWebhook(db, id);
    if (!webhook.url)
      return problem('validation_error', 'Set the URL of the webhook first.', { field: 'url' });
    const giveBack = dispatcher.takeTestSlot(id);
    if (!giveBack) return problem('unavailable', TEST_UNDER_WAY, { headers: { 'Retry-After': '10' } });
    try {
      const sent = await sendTestDelivery(context, form, (...test) => dispatcher.attemptNow(...test));
      if (!sent) return unknownForm(id);
      const { delivery, attempts, exchange } = sent;
      const { request = null, answer = null } = exchange ?? {};
      return { ...toSingleDeliveryBody(delivery, attempts), request, answer } satisfies TestDeliveryBody;
    } finally {
      giveBack();
    }
  },
});
