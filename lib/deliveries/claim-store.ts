import type { Knex } from 'knex';
import type { DeliveryChannel } from '../../schema/api/delivery';
import type { DeliveryRow } from '../../schema/db/tables';
import type { Database } from '../db/database';
import { untilNoConflict } from '../db/in-transaction';

/** A delivery that this process holds until its lease runs out. */
export type ClaimedDelivery = DeliveryRow & { lease_token: string };

/** The lane of a form's deliveries: one for its webhook, one for its e-mail, so that neither delays the other. */
export function laneOf(formId: number, channel: DeliveryChannel): number {
  return formId * 2 + (channel === 'email' ? 1 : 0);
}

/** The channel that a lane serves. */
export function channelOf(lane: number): DeliveryChannel {
  return lane % 2 === 1 ? 'email' : 'webhook';
}

/**
 * Lanes with anything due. One statement that jumps from lane to lane in the index and reads the first row of each,
 * however many wait behind it: MySQL does so for MIN and GROUP BY over an index, SQLite has to be led.
 */
export async function dueLanes(db: Database, now: number): Promise<number[]> {
  const { jumpsInGroupBy } = db.dialect;
  const deliveries = db.name('deliveries');
  const sql = jumpsInGroupBy
    ? `SELECT lane, MIN(due_at) AS due_at FROM ?? WHERE lane > 0 GROUP BY lane`
    : `WITH RECURSIVE jumps(lane) AS (
         SELECT MIN(lane) FROM ?? WHERE lane > 0
         UNION ALL SELECT (SELECT MIN(d.lane) FROM ?? d WHERE d.lane > jumps.lane) FROM jumps WHERE jumps.lane > 0)
       SELECT lane, (SELECT MIN(d.due_at) FROM ?? d WHERE d.lane = jumps.lane) AS due_at
       FROM jumps WHERE lane > 0`;
  const names = jumpsInGroupBy ? [deliveries] : [deliveries, deliveries, deliveries];
  const answer = (await db.knex.raw(sql, names)) as unknown;
  const rows = (jumpsInGroupBy ? (answer as [unknown])[0] : answer) as { lane: number; due_at: number }[];
  return rows.filter(({ due_at }) => Number(due_at) <= now).map(({ lane }) => Number(lane));
}

/**
 * What is due in a lane, the longest waiting first. A plain read that locks nothing: two processes may see the same
 * rows, and `claim` decides.
 */
export async function dueInLane(db: Database, lane: number, now: number, limit: number): Promise<string[]> {
  return db
    .from('deliveries')
    .where({ lane })
    .where('due_at', '<=', now)
    .orderBy([{ column: 'due_at' }, { column: 'id' }])
    .limit(limit)
    .pluck('id') as Promise<string[]>;
}

/**
 * Takes those of the deliveries that are still due. One guarded statement and a read back by a random token: measured
 * on InnoDB, this is the one way to claim that met no deadlock (UPDATE … LIMIT: hundreds, SKIP LOCKED: a few), and it
 * needs nothing that SQLite, Galera or TiDB lack. Ownership is what carries the token, never a count of rows.
 *
 * A row whose lease ran out is due again: claiming it counts the expiry and costs no retry.
 * @param lease now and the end of the lease, epoch milliseconds, and the token
 */
export async function claim(
  db: Database,
  ids: string[],
  lease: { now: number; until: number; token: string },
): Promise<ClaimedDelivery[]> {
  if (ids.length === 0) return [];
  await untilNoConflict(db, () =>
    db
      .from('deliveries')
      // In the order of the primary key, so that two claims lock in the same order.
      .whereIn('id', [...ids].sort())
      .where('due_at', '<=', lease.now)
      .update({
        // expiry_count before lease_token: MySQL evaluates assignments from left to right.
        expiry_count: db.knex.raw('expiry_count + CASE WHEN lease_token IS NULL THEN 0 ELSE 1 END') as never,
        lease_token: lease.token,
        due_at: lease.until,
      }),
  );
  const rows = await db.from('deliveries').where({ lease_token: lease.token });
  return rows as ClaimedDelivery[];
}

/** Ends leases whose deliveries were not attempted: they are due as they were. */
export async function giveBack(db: Database, leased: readonly ClaimedDelivery[]): Promise<void> {
  for (let from = 0; from < leased.length; from += GIVEN_BACK_AT_ONCE) {
    const some = leased.slice(from, from + GIVEN_BACK_AT_ONCE);
    await untilNoConflict(db, () =>
      db
        .from('deliveries')
        .whereIn('id', some.map(({ id }) => id).sort())
        .whereIn('lease_token', [...new Set(some.map(({ lease_token }) => lease_token))])
        .update({ lease_token: null, due_at: db.knex.ref('next_attempt_at') as never }),
    );
  }
}

const GIVEN_BACK_AT_ONCE = 200;

/** Columns that a result may change. */
export type ResultColumns = Partial<
  Pick<
    DeliveryRow,
    | 'status'
    | 'attempt_count'
    | 'expiry_count'
    | 'next_attempt_at'
    | 'lane'
    | 'due_at'
    | 'reason'
    | 'finished_at'
  >
>;

/**
 * Writes what became of a claimed delivery and ends the lease, if this process still holds it.
 * @returns false when the lease was lost: then nothing was changed
 */
export async function release(
  db: Database,
  claimed: { id: string; lease_token: string },
  columns: ResultColumns,
): Promise<boolean> {
  const owned = await db
    .from('deliveries')
    .where({ id: claimed.id, lease_token: claimed.lease_token })
    .update({ ...columns, lease_token: null });
  return owned > 0;
}

/** The lease tokens of these deliveries; of those that there still are. */
export async function leaseTokens(db: Database, ids: string[]): Promise<Map<string, string | null>> {
  return tokensOf(db.from('deliveries').whereIn('id', ids));
}

/** The same, kept until the transaction ends. @param db a transaction */
export async function holdLeases(db: Database, ids: string[]): Promise<Map<string, string | null>> {
  const query = db.from('deliveries').whereIn('id', ids).orderBy('id');
  if (db.dialect.locksRows) query.forUpdate();
  return tokensOf(query);
}

async function tokensOf(
  query: Knex.QueryBuilder<DeliveryRow, DeliveryRow[]>,
): Promise<Map<string, string | null>> {
  const rows = (await query.select('id', 'lease_token')) as Pick<DeliveryRow, 'id' | 'lease_token'>[];
  return new Map(rows.map(({ id, lease_token }) => [id, lease_token] as const));
}

/**
 * Writes one result of several claimed deliveries, and ends their leases, those of them that this process still holds.
 * @returns how many they were
 */
export async function releaseTogether(
  db: Database,
  claimed: readonly { id: string; lease_token: string }[],
  columns: ResultColumns,
): Promise<number> {
  return db
    .from('deliveries')
    .whereIn('id', claimed.map(({ id }) => id).sort())
    .whereIn('lease_token', [...new Set(claimed.map(({ lease_token }) => lease_token))])
    .update({ ...columns, lease_token: null });
}
