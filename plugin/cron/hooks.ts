import { DRAIN_HOOK } from '../../lib/deliveries/dispatcher';
import { checkCounters } from '../../lib/entries/check-counters';
import { purgeDeliveries } from '../../lib/deliveries/purge-deliveries';
import { closeCutOffTests } from '../../lib/deliveries/test-delivery';
import { sweepPageStates } from '../../lib/submissions/page-state';
import { sweepUploads } from '../../lib/uploads/sweep-uploads';
import type { Service } from '../service';

/** Work that the host calls on a schedule, or sooner when asked. */
export interface CronHook {
  readonly name: string;
  /** Cron expression; a sixth field in front counts seconds. */
  readonly schedule: string;
  /** Resolves when there is nothing left to do, or soon after the signal aborts. */
  run(signal: AbortSignal): Promise<void>;
}

/** Attempts the deliveries that are due and clears away files that no entry has. Source: design, section 2. */
export function drainHook({ context, dispatcher }: Service): CronHook {
  return {
    name: DRAIN_HOOK,
    schedule: context.options.drainSchedule,
    async run(signal) {
      // First: a drain lasts as long as there is something to send.
      await sweepUploads(context);
      await sweepPageStates(context);
      await closeCutOffTests(context);
      await dispatcher.drain(signal);
    },
  };
}

export const PURGE_HOOK = 'svc-forms-purge';

/** Removes finished deliveries whose retention is over, and sees that the totals of entries are right. */
export function purgeHook({ context }: Service): CronHook {
  return {
    name: PURGE_HOOK,
    schedule: context.options.purgeSchedule,
    async run(signal) {
      await purgeDeliveries(context, signal);
      await checkCounters(context);
    },
  };
}
