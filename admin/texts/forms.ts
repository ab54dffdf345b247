import { formatNumber, plural } from './common';

export const forms = {
  title: 'Forms',
  create: 'New form',
  columns: {
    title: 'Form',
    status: 'Status',
    entries: 'Entries',
    last: 'Last submission',
    webhook: 'Webhook, 30 days',
    actions: 'Actions',
  },
  status: { publish: 'Published', draft: 'Draft' },
  statusFilter: 'Status',
  entries: (count: number, unread: number) =>
    unread > 0 ? `${formatNumber(count)} (${formatNumber(unread)} unread)` : formatNumber(count),
  conversion: (succeeded: number, failed: number) =>
    succeeded + failed === 0
      ? 'none'
      : `${formatNumber(Math.floor((100 * succeeded) / (succeeded + failed)))}% delivered`,
  conversionDetails: (succeeded: number, failed: number, waiting: number) =>
    `${plural(succeeded, 'delivery', 'deliveries')} arrived, ${formatNumber(failed)} failed, ${formatNumber(waiting)} waiting`,
  empty: 'No forms yet',
  emptyText: 'Make the first one from a template or from scratch; it takes a minute.',
  noneFound: 'No form matches',
  noneFoundText: 'Try another word, or clear the filters.',
  edit: 'Edit',
  showEntries: 'Entries',
  duplicate: 'Duplicate',
  publish: 'Publish',
  unpublish: 'Unpublish',
  export: 'Export as JSON',
  remove: 'Delete…',
  copyOf: (title: string) => `${title} (copy)`,
  duplicated: 'The form was duplicated as a draft.',
  published: 'The form is published.',
  unpublished: 'The form is a draft now; its page and submissions are closed.',
  removed: (title: string) => `“${title}” was deleted.`,
  removeTitle: (title: string) => `Delete “${title}”?`,
  removeText: (entries: number) =>
    entries === 0
      ? 'It has no entries. Its webhook and delivery log go with it.'
      : `${plural(entries, 'entry goes', 'entries go')} with it, and so do their files, the webhook and the delivery log. This cannot be undone.`,
  removeConfirm: (entries: number) =>
    entries === 0 ? 'Delete form' : `Delete form and ${plural(entries, 'entry', 'entries')}`,
  newTitle: 'New form',
  nameLabel: 'Title',
  templateLabel: 'Start from',
  createButton: 'Create form',
  importButton: 'Import JSON file…',
  importLabel: 'JSON file with a form',
  importBroken:
    'This file is not a form that was exported here: it is not valid JSON, or has no title and fields.',
};
