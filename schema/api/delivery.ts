import { z } from 'zod';
import { integerParameter, pageParameters } from './page';
import { timestampParameter } from './timestamp';

export const DELIVERY_STATUSES = ['pending', 'retry_scheduled', 'succeeded', 'failed', 'cancelled'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];
export type DeliveryChannel = 'webhook' | 'email';

/** Query of GET /deliveries. Source: design, namespace extras. */
export const deliveryListQuery = z.object({
  form_id: integerParameter({ min: 1 }).optional(),
  entry_id: integerParameter({ min: 1 }).optional(),
  status: z.enum(DELIVERY_STATUSES, { error: `must be one of ${DELIVERY_STATUSES.join(', ')}` }).optional(),
  after: timestampParameter.optional(),
  before: timestampParameter.optional(),
  ...pageParameters,
});

/** A delivery as lists show it. Source: design, delivery on the wire. */
export interface DeliveryBody {
  /** What the receiver sees as `X-Svc-Delivery`, unless this is a redelivery: then it sees `origin_id`. */
  id: string;
  /** The delivery that this one repeats; null for an original. */
  origin_id: string | null;
  form_id: number;
  /** null for a test delivery. */
  entry_id: number | null;
  event: string;
  channel: DeliveryChannel;
  test: boolean;
  status: DeliveryStatus;
  attempt_count: number;
  next_attempt_at: string | null;
  created_at: string;
  finished_at: string | null;
  /** In words, why nothing (more) is sent; null while all goes its way. */
  reason: string | null;
}

/** One row of the delivery log. Source: specification, Delivery log. */
export interface AttemptBody {
  attempt: number;
  at: string;
  method: string;
  url: string;
  response_status: number | null;
  /** One word when no answer came. */
  error: string | null;
  /** The same in words, for people. */
  message: string | null;
  duration_ms: number;
  response_body: string | null;
  /** Seconds to the next attempt; null when none follows. */
  retry_delay: number | null;
}

/** The single-delivery response. */
export interface SingleDeliveryBody extends DeliveryBody {
  /** The exact text that is sent. */
  payload: string | null;
  attempts: AttemptBody[];
}

/** Answer of POST /forms/{id}/webhook/test: the delivery, the request as it went out, and the answer. */
export interface TestDeliveryBody extends SingleDeliveryBody {
  /** null when nothing was sent. */
  request: { url: string; headers: Record<string, string> } | null;
  /** What came back, also of a success, whose body the log does not keep; null when nothing came. */
  answer: { headers: Record<string, string>; body: string } | null;
}

/** Body of POST /deliveries/redeliver: every failed delivery of a form since a time. */
export const redeliverFailed = z.object({
  form_id: z.int({ error: 'must be an integer' }).positive('must be positive'),
  since: z.string({ error: 'must be an ISO 8601 time' }).pipe(timestampParameter),
});

/** Answer of GET /deliveries/health. */
export interface DeliveryHealthBody {
  /** Deliveries whose time has come, that nobody has claimed and nothing holds back. */
  due_now: number;
  /** Due too, but their webhook is paused, or the site has no Pro entitlement. */
  held_back: number;
  oldest_due_at: string | null;
  /** Claimed by a process whose lease still runs. */
  in_flight: number;
  attempts_last_hour: { succeeded: number; failed: number; no_answer: number };
  paused_webhooks: number;
  /** When a drain last looked for work, over all processes; null before the first. */
  last_drain_at: string | null;
}
