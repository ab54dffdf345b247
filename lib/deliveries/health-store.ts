import type { Database } from '../db/database';

/** When a drain last looked for work; one row over all processes. */
const LAST_DRAIN = 'last_drain';

/** Notes that a drain looks for work. */
export async function markDrain(db: Database, now: number): Promise<void> {
  await db.from('marks').insert({ name: LAST_DRAIN, at: now }).onConflict('name').merge();
}

export interface DeliveryHealth {
  dueNow: number;
  heldBack: number;
  oldestDueAt: number | null;
  inFlight: number;
  attempts: { succeeded: number; failed: number; no_answer: number };
  lastDrainAt: number | null;
}

interface DueInLane {
  lane: number;
  total: number;
  oldest: number;
}

/**
 * Counts what is open and what was attempted in the last hour. Reads the queue's part of the index only.
 * @param isHeld tells lanes in which nothing is sent for now, however long it has been due
 */
export async function readHealth(
  db: Database,
  now: number,
  isHeld: (lane: number) => boolean,
): Promise<DeliveryHealth> {
  const lanes = (await db
    .from('deliveries')
    .whereNotNull('lane')
    .where('due_at', '<=', now)
    .groupBy('lane')
    .select(
      'lane',
      db.knex.raw('COUNT(*) AS total'),
      db.knex.raw('MIN(due_at) AS oldest'),
    )) as unknown as DueInLane[];
  const due = lanes.filter(({ lane }) => !isHeld(Number(lane)));
  const leased = (await db
    .from('deliveries')
    .whereNotNull('lease_token')
    .where('due_at', '>', now)
    .first(db.knex.raw('COUNT(*) AS total'))) as unknown as { total: number };
  const mark = (await db.from('marks').where({ name: LAST_DRAIN }).first('at')) as { at: number } | undefined;
  return {
    dueNow: totalOf(due),
    heldBack: totalOf(lanes) - totalOf(due),
    oldestDueAt: due.length === 0 ? null : Math.min(...due.map(({ oldest }) => Number(oldest))),
    inFlight: Number(leased.total),
    attempts: await attemptsSince(db, now - 3_600_000),
    lastDrainAt: mark ? Number(mark.at) : null,
  };
}

async function attemptsSince(db: Database, since: number): Promise<DeliveryHealth['attempts']> {
  const outcome = `CASE
    WHEN response_status BETWEEN 200 AND 299 OR (response_status IS NULL AND error IS NULL) THEN 'succeeded'
    WHEN response_status IS NOT NULL THEN 'failed'
    ELSE 'no_answer' END`;
  const rows = (await db
    .from('delivery_attempts')
    .where('at', '>=', since)
    // Our own doing, and nothing that a receiver is to blame for.
    .where((attempt) => void attempt.whereNull('error').orWhereNot('error', 'stopped'))
    .select(db.knex.raw(`${outcome} AS outcome`), db.knex.raw('COUNT(*) AS total'))
    .groupByRaw(outcome)) as unknown as { outcome: keyof DeliveryHealth['attempts']; total: number }[];
  const counts = { succeeded: 0, failed: 0, no_answer: 0 };
  for (const row of rows) counts[row.outcome] = Number(row.total);
  return counts;
}

function totalOf(lanes: readonly DueInLane[]): number {
  return lanes.reduce((sum, { total }) => sum + Number(total), 0);
}
