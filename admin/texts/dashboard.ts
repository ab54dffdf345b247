import { formatNumber, plural } from './common';

export const dashboard = {
  title: 'Dashboard',
  days: (count: number) => `Last ${count} days`,
  period: 'Period',
  submissions: 'Submissions',
  submissionsOf: (count: number) => plural(count, 'submission', 'submissions'),
  deliveries: 'Webhook and email deliveries',
  series: { submissions: 'Submissions', spam: 'Spam', succeeded: 'Delivered', failed: 'Failed' },
  asTable: 'Show as table',
  day: 'Day',
  attention: 'What needs attention',
  nothing: 'Nothing: all is well.',
  unread: (count: number) => plural(count, 'unread entry', 'unread entries'),
  spam: (count: number) => `${plural(count, 'entry', 'entries')} marked as spam`,
  failed: (count: number) => plural(count, 'delivery has failed', 'deliveries have failed'),
  paused: (title: string) => `The webhook of ${title} is paused`,
  forms: (count: number) => plural(count, 'form', 'forms'),
  firstForm: 'Make your first form',
  total: (count: number) => formatNumber(count),
};
