import type { Context } from '../lib/context';
import type { Dispatcher } from '../lib/deliveries/dispatcher';

/** What every handler works with. */
export interface Service {
  readonly context: Context;
  readonly dispatcher: Dispatcher;
}
