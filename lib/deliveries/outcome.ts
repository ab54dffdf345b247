import type { DeliveryRow } from '../../schema/db/tables';
import type { ResultColumns } from './claim-store';

/** What an attempt came to. `stopped` is our own doing and counts for nothing. */
export type AttemptOutcome = 'succeeded' | 'failed' | 'stopped';

const CLOSED = { lane: null, due_at: null, next_attempt_at: null } as const;

/** Leases in a row that ran out without a result before a delivery is given up: it kills whoever touches it. */
export const MAX_EXPIRIES = 3;

/** A delivery that ends without another attempt. */
export function ended(status: 'failed' | 'cancelled', reason: string, now: number): ResultColumns {
  return { ...CLOSED, status, reason, finished_at: now };
}

/**
 * The next state of a delivery and the delay to its next attempt.
 * @param delivery as it was claimed
 * @param now the moment at which the attempt ended, epoch milliseconds
 * @param retryDelays seconds, in order
 * @returns the columns to write, and the delay in seconds for the log; null when no attempt follows.
 * Source: specification, Webhook delivery states and Retry schedule; design, retries: exact, no jitter.
 */
export function nextState(
  delivery: Pick<DeliveryRow, 'attempt_count' | 'is_test' | 'next_attempt_at' | 'lane'>,
  outcome: AttemptOutcome,
  now: number,
  retryDelays: readonly number[],
): { columns: ResultColumns; retryDelay: number | null } {
  if (outcome === 'stopped' && delivery.is_test)
    return { columns: ended('failed', 'The host was shut down during the test.', now), retryDelay: null };
  if (outcome === 'stopped')
    return { columns: { due_at: delivery.next_attempt_at ?? now, expiry_count: 0 }, retryDelay: 0 };
  const made = delivery.attempt_count + 1;
  const counted = { attempt_count: made, expiry_count: 0 };
  if (outcome === 'succeeded')
    return {
      columns: { ...counted, ...CLOSED, status: 'succeeded', reason: null, finished_at: now },
      retryDelay: null,
    };
  const delay = delivery.is_test ? undefined : retryDelays[made - 1];
  if (delay === undefined) {
    const reason = delivery.is_test ? 'A test is not repeated.' : `All ${made} attempts failed.`;
    return { columns: { ...counted, ...ended('failed', reason, now) }, retryDelay: null };
  }
  const next = now + delay * 1000;
  return {
    columns: { ...counted, status: 'retry_scheduled', next_attempt_at: next, due_at: next, reason: null },
    retryDelay: delay,
  };
}
