import type { Context } from '../lib/context';
import type { SubmissionDesk } from '../lib/submissions/submission-desk';
import type { Dispatcher } from '../lib/deliveries/dispatcher';

/** What every handler works with. */
export interface Service {
  readonly context: Context;
  readonly dispatcher: Dispatcher;
  readonly desk: SubmissionDesk;
}
