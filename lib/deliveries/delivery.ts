import type { AttemptBody, DeliveryBody, SingleDeliveryBody } from '../../schema/api/delivery';
import { toTimestamp, toTimestampOrNull } from '../../schema/api/timestamp';
import type { AttemptRow, DeliveryRow } from '../../schema/db/tables';
import { NETWORK_ERRORS, type NetworkError } from '../net/poster';

/** A row of the retry table without its body: the store's own shape serves the service as it is. */
export type Delivery = Omit<DeliveryRow, 'body'>;

/**
 * A delivery in a list. Source: design, delivery on the wire.
 * @param waits why it waits although its time has come, in words
 */
export function toDeliveryBody(delivery: Delivery, waits: string | null = null): DeliveryBody {
  return {
    id: delivery.id,
    origin_id: delivery.origin_id,
    form_id: Number(delivery.form_id),
    entry_id: delivery.entry_id === null ? null : Number(delivery.entry_id),
    event: delivery.event,
    channel: delivery.channel,
    test: delivery.is_test === 1,
    status: delivery.status,
    attempt_count: delivery.attempt_count,
    next_attempt_at: toTimestampOrNull(delivery.next_attempt_at),
    created_at: toTimestamp(delivery.created_at),
    finished_at: toTimestampOrNull(delivery.finished_at),
    reason: delivery.finished_at === null ? waits : delivery.reason,
  };
}

/** One attempt of the log. Source: specification, Delivery log. */
export function toAttemptBody(attempt: AttemptRow): AttemptBody {
  return {
    attempt: attempt.attempt,
    at: toTimestamp(attempt.at),
    method: attempt.method,
    url: attempt.url,
    response_status: attempt.response_status,
    error: attempt.error,
    message: inWords(attempt.error),
    duration_ms: attempt.duration_ms,
    response_body: attempt.response_body,
    retry_delay: attempt.retry_delay,
  };
}

/** The single-delivery response, with its attempts in order. */
export function toSingleDeliveryBody(
  delivery: DeliveryRow,
  attempts: AttemptRow[],
  waits: string | null = null,
): SingleDeliveryBody {
  return {
    ...toDeliveryBody(delivery, waits),
    payload: delivery.body,
    attempts: attempts.map(toAttemptBody),
  };
}

function inWords(error: string | null): string | null {
  if (error === null) return null;
  const late = error.startsWith('late: ')
    ? 'This result came after the process had lost its claim; it changed nothing. '
    : '';
  const word = error.replace(/^late: /, '');
  return late + (Object.hasOwn(NETWORK_ERRORS, word) ? NETWORK_ERRORS[word as NetworkError] : word);
}
