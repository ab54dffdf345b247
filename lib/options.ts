import type { Resolve } from './net/address-guard';
import type { SpamCheck } from './spam-check';

/** What the operator may set at activation; every member has a default. */
export interface Options {
  /** Seconds from a failed attempt to the next, in order; after the last one the delivery has failed. */
  retryDelays: readonly number[];
  /** Cron expression of the drain. */
  drainSchedule: string;
  /** Milliseconds for everything of one attempt: name look-up, connection, request, answer. */
  attemptTimeoutMs: number;
  /** Milliseconds that a claimed delivery belongs to one process; well over the time of one attempt. */
  leaseMs: number;
  /** Attempts under way at once in this process. */
  maxInFlight: number;
  /** Of these, for one form: a dead receiver can hold no more. */
  maxInFlightPerForm: number;
  /** Networks (CIDR) that webhooks may go to in production although they are not public; metadata addresses stay refused. */
  allowedNetworks: readonly string[];
  /** Checks of submissions by others, asked in order after the plugin's own. */
  spamChecks: readonly SpamCheck[];
  /** Origins whose pages may show and send forms, besides the site's own. */
  allowedOrigins: readonly string[];
  /** Looks up names; the machine's name servers and hosts file when left out. */
  resolve?: Resolve;
  /** Seconds for which a replaced secret still signs, beside the new one. */
  secretOverlap: number;
  /** A webhook is paused after this many days and attempts of nothing but failures. */
  pauseAfterDays: number;
  pauseAfterAttempts: number;
  /** Days after which finished deliveries and their log are purged; 0 keeps them. */
  retentionDays: number;
  /** Cron expression of the purge. */
  purgeSchedule: string;
  /** Called at named points of a delivery's way; tests kill the process there. */
  reach: (point: Failpoint) => void | Promise<void>;
  /** Bytes of a JSON or urlencoded body. */
  maxBodyBytes: number;
  /** Bytes of one uploaded file, unless its field allows less. */
  maxFileBytes: number;
  /** Where uploads lie until they are judged; the system's folder for temporary files when left out. */
  spoolFolder?: string;
  /** Files of one submission. */
  maxFiles: number;
  /** Bytes of one whole multipart request. */
  maxUploadBytes: number;
}

/** Points at which a crash must lose nothing. */
export const FAILPOINTS = [
  'before-entry-commit',
  'after-entry-commit',
  'after-claim',
  'after-answer',
  'before-result-commit',
  'after-result-commit',
] as const;
export type Failpoint = (typeof FAILPOINTS)[number];

/** Source of the delays: specification, Retry schedule; of the rest: design, section 4. */
export const DEFAULT_OPTIONS: Options = {
  retryDelays: [300, 1800, 7200, 21600],
  drainSchedule: '* * * * *',
  attemptTimeoutMs: 10_000,
  leaseMs: 30_000,
  maxInFlight: 512,
  maxInFlightPerForm: 4,
  allowedNetworks: [],
  spamChecks: [],
  allowedOrigins: [],
  secretOverlap: 86_400,
  pauseAfterDays: 5,
  pauseAfterAttempts: 20,
  retentionDays: 90,
  purgeSchedule: '17 3 * * *',
  reach: () => undefined,
  maxBodyBytes: 1_048_576,
  maxFileBytes: 10_485_760,
  maxFiles: 20,
  maxUploadBytes: 67_108_864,
};
