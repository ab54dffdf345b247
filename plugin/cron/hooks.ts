import { markDrain } from '../../lib/deliveries/health-store';
import { purgeDeliveries } from '../../lib/deliveries/purge-deliveries';
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

export const DRAIN_HOOK = 'svc-forms-drain';

/** Attempts the deliveries that are due and clears away files that no entry has. Source: design, section 2. */
export function drainHook({ context, dispatcher }: Service): CronHook {
  return {
    name: DRAIN_HOOK,
    schedule: context.options.drainSchedule,
    async run(signal) {
      await dispatcher.drain(signal);
      await markDrain(context.db, context.now());
      await sweepUploads(context);
    },
  };
}

export const PURGE_HOOK = 'svc-forms-purge';

/** Removes finished deliveries whose retention is over. */
export function purgeHook({ context }: Service): CronHook {
  return {
    name: PURGE_HOOK,
    schedule: context.options.purgeSchedule,
    async run(signal) {
      await purgeDeliveries(context, signal);
    },
  };
}
