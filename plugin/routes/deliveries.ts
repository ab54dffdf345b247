import { attemptsOf } from '../../lib/deliveries/attempt-store';
import { toDeliveryBody, toSingleDeliveryBody } from '../../lib/deliveries/delivery';
import { findDelivery, listDeliveries } from '../../lib/deliveries/delivery-store';
import { readHealth } from '../../lib/deliveries/health-store';
import { redeliver, redeliverFailed } from '../../lib/deliveries/redeliver';
import { heldLanes, waitingReasons } from '../../lib/deliveries/waiting-reason';
import { pausedWebhooks } from '../../lib/deliveries/webhook-store';
import { findForm } from '../../lib/forms/form-store';
import {
  deliveryListQuery,
  redeliverFailed as redeliverFailedBody,
  type DeliveryHealthBody,
} from '../../schema/api/delivery';
import { toTimestampOrNull } from '../../schema/api/timestamp';
import { endpoint, uuidId } from '../http/endpoint';
import { pageReply } from '../http/page-headers';
import { problem } from '../http/problem';
import { created } from '../http/reply';
import { namespaceUrl } from '../namespace-url';

const unknownDelivery = (id: string) => problem('not_found', `There is no delivery with id ${id}.`);

/** GET /deliveries */
export const getDeliveries = endpoint({
  summary: 'List deliveries, newest first',
  query: deliveryListQuery,
  async handle({ context, query, request }) {
    const page = await listDeliveries(context.db, query);
    const reasonOf = await waitingReasons(context);
    return pageReply({ request, query, restUrl: namespaceUrl(context) }, page, (delivery) =>
      toDeliveryBody(delivery, reasonOf(delivery)),
    );
  },
});

/** GET /deliveries/health */
export const getDeliveriesHealth = endpoint({
  summary: 'What is due, under way and failing',
  async handle({ context }): Promise<DeliveryHealthBody> {
    const health = await readHealth(context.db, context.now(), await heldLanes(context));
    return {
      due_now: health.dueNow,
      held_back: health.heldBack,
      oldest_due_at: toTimestampOrNull(health.oldestDueAt),
      in_flight: health.inFlight,
      attempts_last_hour: health.attempts,
      paused_webhooks: (await pausedWebhooks(context.db)).size,
      last_drain_at: toTimestampOrNull(health.lastDrainAt),
    };
  },
});

/** GET /deliveries/{id} */
export const getDelivery = endpoint({
  summary: 'Read one delivery with its attempts',
  id: uuidId,
  async handle({ context, id }) {
    const delivery = await findDelivery(context.db, id);
    if (!delivery) return unknownDelivery(id);
    const reasonOf = await waitingReasons(context);
    return toSingleDeliveryBody(delivery, await attemptsOf(context.db, id), reasonOf(delivery));
  },
});

/** POST /deliveries/{id}/redeliver */
export const postRedeliver = endpoint({
  summary: 'Send a finished delivery again, or a waiting one now',
  id: uuidId,
  status: 201,
  async handle({ context, dispatcher, id }) {
    const result = await redeliver(context, id, (deliveries) => dispatcher.kick(deliveries));
    if (result.outcome === 'not_found') return unknownDelivery(id);
    if (result.outcome === 'pro_required') return problem('pro_required');
    if (result.outcome === 'refused') return problem('validation_error', result.message);
    const body = toDeliveryBody(result.delivery, (await waitingReasons(context))(result.delivery));
    return result.outcome === 'moved'
      ? body
      : created(`${namespaceUrl(context)}/deliveries/${body.id}`, body);
  },
});

/** POST /deliveries/redeliver */
export const postRedeliverFailed = endpoint({
  summary: 'Send every failed delivery of a form since a time again, spread over time',
  body: redeliverFailedBody,
  async handle({ context, body }) {
    if (!context.host.entitlements.has('webhooks')) return problem('pro_required');
    if (!(await findForm(context.db, body.form_id)))
      return problem('not_found', `There is no form with id ${body.form_id}.`);
    return { form_id: body.form_id, redelivered: await redeliverFailed(context, body.form_id, body.since) };
  },
});
