import type { AttemptRow } from '../../schema/db/tables';
import type { ReceivedAnswer } from '../net/poster';
import type { AttemptOutcome } from './outcome';

/** What was tried and what came back, for the log. */
export interface Sent {
  outcome: AttemptOutcome;
  log: Pick<AttemptRow, 'method' | 'url' | 'response_status' | 'error' | 'duration_ms' | 'response_body'>;
  /** The webhook had no failures when its settings were read for this attempt. */
  healthy: boolean;
}

/** A request as it went out, and what came back, for whoever tests a webhook. */
export interface Exchange {
  request: { url: string; headers: Record<string, string> };
  answer: ReceivedAnswer | null;
}
export type Seen = (exchange: Exchange) => void;

/** Nothing was sent: why, in words, and whether the delivery ends or waits. */
export interface NotSent {
  then: 'cancel' | 'wait';
  reason: string;
}
