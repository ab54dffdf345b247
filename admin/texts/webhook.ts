import { common, formatDuration, formatNumber, plural } from './common';

export const webhook = {
  pro: 'Webhooks are a Pro feature',
  proText: 'This site has no Pro licence. Entries are stored; nothing is sent.',
  intro: (delays: readonly number[]) =>
    `Each new entry is posted to this address as signed JSON. ${
      delays.length === 0
        ? 'It is sent once, and not repeated when the receiver fails.'
        : `When the receiver fails, it is repeated after ${common.list(delays.map(formatDuration))}.`
    }`,
  enabled: 'Send new entries',
  url: 'Address of the receiver',
  save: 'Save webhook',
  unsaved: 'The webhook is not saved yet',
  leave: 'The webhook has changes that are not saved. Leave without saving?',
  saved: 'The webhook was saved.',
  state: { active: 'Active', disabled: 'Off', paused: 'Paused' },
  paused: 'This webhook is paused',
  pausedText: (reason: string) => `${reason} New entries wait until you resume it; then they are sent.`,
  resume: 'Resume and send what waits',
  resumed: 'The webhook is active again; what waited is sent.',
  failing: 'Attempts are failing',
  failingText: (count: number, days: number) =>
    `${formatNumber(count)} in a row. After ${plural(days, 'day', 'days')} of nothing but failures it is paused.`,
  secret: 'Signing secret',
  secretNone: 'Requests are not signed yet. Make a secret, and the receiver can tell them from forged ones.',
  secretSet: 'Requests are signed. The secret cannot be shown again.',
  secretOverlap: (until: string) => `The one before it also signs until ${until}.`,
  secretMake: 'Make a secret',
  secretRotate: 'Make a new secret',
  secretOwn: 'Use your own',
  secretOwnLabel: 'Your secret',
  secretRemove: 'Remove',
  secretShown: 'Copy it now: it is shown only this once.',
  secretSaved: 'The secret was saved.',
  secretRemoveAsk:
    'Remove the secret? Requests are no longer signed then, and receivers that check will refuse them.',
  secretRemoved: 'Requests are no longer signed.',
  test: 'Test',
  testText: 'Sends a sample of this form’s fields now: one attempt, marked as a test, never repeated.',
  testSend: 'Send a test',
  testNeedsUrl: 'Save an address first.',
  testOk: 'The receiver took it',
  testFailed: 'The receiver did not take it',
  request: 'Request',
  response: 'Answer',
  last: 'Last deliveries',
  noLast: 'Nothing was sent yet.',
  all: 'All deliveries of this form',
  receiver: 'Code for the receiver',
  receiverText: 'Checks the signature over the raw body, and recognises repeats by their id.',
};
