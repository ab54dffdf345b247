import type { DeliveryChannel, DeliveryStatus } from '../../schema/api/delivery';
import { formatDuration, formatNumber, plural } from './common';

const statuses: Record<DeliveryStatus, string> = {
  pending: 'Waiting',
  retry_scheduled: 'Will be retried',
  succeeded: 'Delivered',
  failed: 'Failed',
  cancelled: 'Cancelled',
};
const channels: Record<DeliveryChannel, string> = { webhook: 'Webhook', email: 'Email' };

export const deliveries = {
  title: 'Deliveries',
  statuses,
  channels,
  columns: {
    created: 'Created',
    form: 'Form',
    channel: 'By',
    status: 'Status',
    attempts: 'Attempts',
    next: 'Next attempt',
  },
  form: 'Form',
  allForms: 'All forms',
  status: 'Status',
  after: 'From',
  before: 'To',
  test: 'test',
  repeated: 'repeated',
  empty: 'Nothing was sent yet',
  emptyText: 'Webhooks and notification emails appear here with every attempt.',
  noneFound: 'No delivery matches',
  noneFoundText: 'Try other filters.',
  open: (time: string) => `Open the delivery of ${time}`,
  delivery: 'Delivery',
  entry: (id: number) => `Entry ${id}`,
  noEntry: 'none: a test',
  id: 'X-Svc-Delivery',
  origin: 'Repeats',
  reason: 'Why',
  nextIn: (time: string) => `Next attempt ${time}`,
  due: 'due now',
  timeline: 'Attempts',
  noAttempts: 'No attempt was made yet.',
  attempt: (number: number) => `Attempt ${number}`,
  answer: (status: number) => `Answered ${status}`,
  noAnswer: 'No answer',
  took: (ms: number) =>
    ms < 1000 ? `${formatNumber(ms)} ms` : `${formatNumber(Math.round(ms / 100) / 10)} s`,
  attemptColumns: {
    attempt: 'Attempt',
    at: 'Time',
    request: 'Request',
    result: 'Result',
    duration: 'Duration',
    retry: 'Next attempt after',
  },
  noRetry: 'none',
  delay: (seconds: number) => (seconds === 0 ? 'at once' : formatDuration(seconds)),
  responseBody: 'What the receiver answered',
  payload: 'What is sent',
  redeliver: 'Send again',
  sendNow: 'Send now',
  redelivered: 'It is on its way again, with the same id and content.',
  movedUp: 'It is sent now.',
  redeliverFailed: 'Send failed ones again…',
  redeliverTitle: 'Send all failed deliveries again',
  redeliverText:
    'Every failed delivery of the form since that day is sent again with its id and content, five a second.',
  since: 'Failed since',
  redeliverConfirm: 'Send again',
  redeliveredMany: (count: number) =>
    count === 0
      ? 'There was nothing to send again.'
      : `${plural(count, 'delivery is', 'deliveries are')} sent again.`,
  health: {
    title: 'Health',
    due: 'Due now',
    held: 'Held back',
    inFlight: 'Under way',
    hour: 'Attempts, last hour',
    hourText: (succeeded: number, failed: number, none: number) =>
      `${formatNumber(succeeded)} arrived, ${formatNumber(failed)} refused, ${formatNumber(none)} without answer`,
    drain: 'Last look at the queue',
  },
};
