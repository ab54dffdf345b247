import { z } from 'zod';
import { integerParameter } from './page';

/** Counts of one form, as GET /forms shows them with `include=stats`. */
export interface FormStats {
  /** Entries that are not spam. */
  entries: number;
  unread: number;
  spam: number;
  last_submission_at: string | null;
  /** Webhook deliveries of the last 30 days; waiting ones are those that have not ended. */
  deliveries: { succeeded: number; failed: number; waiting: number };
}

/** Query of GET /stats. */
export const statsQuery = z.object({
  days: integerParameter({ min: 1, max: 365 }).default(30),
  /** Minutes that the reader's clock is ahead of UTC: days begin at their midnight. */
  utc_offset: z
    .string()
    .regex(/^-?\d{1,3}$/, 'must be a number of minutes from -840 to 840')
    .transform(Number)
    .refine((minutes) => Math.abs(minutes) <= 840, 'must be a number of minutes from -840 to 840')
    .default(0),
});

/** One day of the dashboard's charts. */
export interface DayBody {
  /** `YYYY-MM-DD` by the reader's clock. */
  date: string;
  submissions: number;
  spam: number;
  /** Deliveries that ended on this day; zero for readers who may not see deliveries. */
  succeeded: number;
  failed: number;
}

/** Answer of GET /stats. */
export interface StatsBody {
  days: DayBody[];
  forms: number;
  unread: number;
  spam: number;
  /** null for readers who may not see deliveries. */
  deliveries: {
    /** Failed in the period, and not repeated with success since. */
    failed: number;
    paused_webhooks: { form_id: number; title: string; reason: string }[];
  } | null;
}

/** Answer of GET /me: who is asking, and what they may do. */
export interface MeBody {
  login: string;
  capabilities: string[];
  /** False when webhooks are refused as `pro_required`. */
  webhooks: boolean;
  /** Seconds from a failed attempt of a delivery to the next, in order. */
  retry_delays: readonly number[];
  /** A webhook with nothing but failures is paused after this many days. */
  pause_after_days: number;
}
