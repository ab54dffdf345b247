import { attemptsOf } from '../../lib/deliveries/attempt-store';
import { toDeliveryBody, toSingleDeliveryBody } from '../../lib/deliveries/delivery';
import { findDelivery, listDeliveries } from '../../lib/deliveries/delivery-store';
import { redeliver } from '../../lib/deliveries/redeliver';
import { deliveryListQuery } from '../../schema/api/delivery';
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
    return pageReply({ request, query, restUrl: namespaceUrl(context) }, page, toDeliveryBody);
  },
});

/** GET /deliveries/{id} */
export const getDelivery = endpoint({
  summary: 'Read one delivery with its attempts',
  id: uuidId,
  async handle({ context, id }) {
    const delivery = await findDelivery(context.db, id);
    return delivery ? toSingleDeliveryBody(delivery, await attemptsOf(context.db, id)) : unknownDelivery(id);
  },
});

/** POST /deliveries/{id}/redeliver */
export const postRedeliver = endpoint({
  summary: 'Send a finished delivery again, or a waiting one now',
  id: uuidId,
  status: 201,
  async handle({ context, dispatcher, id }) {
    if (!context.host.entitlements.has('webhooks')) return problem('pro_required');
    const result = await redeliver(context, id, (deliveries) => dispatcher.kick(deliveries));
    if (result.outcome === 'not_found') return unknownDelivery(id);
    if (result.outcome === 'refused') return problem('validation_error', result.message);
    const body = toDeliveryBody(result.delivery);
    return result.outcome === 'moved'
      ? body
      : created(`${namespaceUrl(context)}/deliveries/${body.id}`, body);
  },
});
