import type { DayBody, StatsBody } from '../../schema/api/stats';
import type { Context } from '../context';
import { DAY } from '../db/by-day';
import { countOpenFailures, deliveriesByDay } from '../deliveries/delivery-counts-store';
import { pausedWebhooks } from '../deliveries/webhook-store';
import { entriesByDay, waitingEntries } from '../entries/entry-counts-store';
import { countForms, findForm } from '../forms/form-store';

/**
 * What a dashboard shows: submissions and ended deliveries by day, and what waits for somebody.
 * @param wanted days up to and with today; the reader's clock in minutes ahead of UTC; whether deliveries may be seen
 */
export async function siteStats(
  context: Context,
  wanted: { days: number; utcOffset: number; withDeliveries: boolean },
): Promise<StatsBody> {
  const { db } = context;
  const offset = wanted.utcOffset * 60_000;
  const today = Math.floor((context.now() + offset) / DAY);
  const first = today - wanted.days + 1;
  const since = first * DAY - offset;
  const entries = await entriesByDay(db, since, offset);
  const deliveries = wanted.withDeliveries ? await deliveriesByDay(db, since, offset) : new Map();
  const days = Array.from({ length: wanted.days }, (_, index): DayBody => {
    const day = first + index;
    return {
      date: new Date(day * DAY).toISOString().slice(0, 10),
      ...(entries.get(day) ?? { submissions: 0, spam: 0 }),
      ...(deliveries.get(day) ?? { succeeded: 0, failed: 0 }),
    };
  });
  return {
    days,
    forms: await countForms(db),
    ...(await waitingEntries(db)),
    deliveries: wanted.withDeliveries
      ? { failed: await countOpenFailures(db, since), paused_webhooks: await pausedForms(context) }
      : null,
  };
}

async function pausedForms({ db }: Context): Promise<{ form_id: number; title: string; reason: string }[]> {
  const paused = [];
  for (const [formId, reason] of await pausedWebhooks(db)) {
    const form = await findForm(db, formId);
    if (form) paused.push({ form_id: formId, title: form.title, reason });
  }
  return paused;
}
