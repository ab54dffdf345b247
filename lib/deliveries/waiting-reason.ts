import type { Context } from '../context';
import { channelOf, laneOf } from './claim-store';
import type { Delivery } from './delivery';
import { pausedWebhooks } from './webhook-store';

/**
 * Tells, for any delivery that is not finished, why nothing is sent although its time may have come.
 * @returns a function from delivery to the reason in words; null when nothing keeps it
 */
export async function waitingReasons(context: Context): Promise<(delivery: Delivery) => string | null> {
  const paid = context.host.entitlements.has('webhooks');
  const paused = await pausedWebhooks(context.db);
  return ({ channel, form_id, finished_at }) => {
    if (channel !== 'webhook' || finished_at !== null) return null;
    if (!paid) return 'Waits: webhooks need the Pro entitlement.';
    const reason = paused.get(Number(form_id));
    return reason === undefined ? null : `Waits: the webhook is paused. ${reason} Enable it again to send.`;
  };
}

/** Tells of any lane whether nothing of it is sent for now: a webhook that is paused, or a site without Pro. */
export async function heldLanes({ db, host }: Context): Promise<(lane: number) => boolean> {
  const paid = host.entitlements.has('webhooks');
  const paused = new Set([...(await pausedWebhooks(db)).keys()].map((formId) => laneOf(formId, 'webhook')));
  return (lane) => channelOf(lane) === 'webhook' && (!paid || paused.has(lane));
}
