import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { createConnection } from 'mysql2/promise';
import { freshDatabase } from '../tests/support/databases';
import { barePosts, median, ratio, startOurs, startServer, table } from './kit';

const DELIVERIES = Number(process.env['BENCH_DELIVERIES'] ?? 20_000);

/** Deliveries of one form that are all due, with their log, against posts that nobody keeps a log of. */
export async function drain(): Promise<string> {
  const database = await freshDatabase('mysql');
  const receiver = await startServer('receiver.cjs', '/hook');
  const ours = await startOurs(database.url, receiver.url, {
    DRAIN_SCHEDULE: '* * * * * *',
    MAX_IN_FLIGHT_PER_FORM: '50',
  });
  const sql = await createConnection({ uri: database.url as string });
  const [rates, bare]: [number[], number[]] = [[], []];
  for (let round = 0; round < 3; round++) {
    bare.push(await barePosts(receiver.url, 4));
    rates.push(await drained(sql, ours.formId));
  }
  await sql.end();
  for (const one of [ours, receiver]) await one.stop();
  await database.drop();
  const rate = median(rates);
  return table(
    ['who', 'a second', 'of bare posts'],
    [
      ['bare undici, 50 in flight', median(bare), '1.00'],
      [`drain of ${DELIVERIES} due deliveries with their log`, Math.round(rate), ratio(rate, median(bare))],
    ],
  );
}

type Sql = Awaited<ReturnType<typeof createConnection>>;

async function drained(sql: Sql, formId: number): Promise<number> {
  const body = JSON.stringify({
    event: 'form_submission',
    fields: { message: 'Hello, how are you? '.repeat(5) },
  });
  const now = Date.now();
  const columns = `id, form_id, entry_id, event, channel, is_test, status, attempt_count, expiry_count,
    next_attempt_at, lane, due_at, body, created_at`;
  const count = async () => {
    const [rows] = await sql.query('SELECT COUNT(*) AS n FROM cms_svc_delivery_attempts');
    return Number((rows as { n: number }[])[0]?.n);
  };
  // Before the first is there: the drain is at work while the others come.
  const before = await count();
  for (let from = 0; from < DELIVERIES; from += 1000) {
    const rows = Array.from({ length: 1000 }, () => [
      ...[randomUUID(), formId, null, 'form_submission', 'webhook', 0, 'pending', 0, 0],
      ...[now, formId * 2, now, body, now],
    ]);
    const insert = () => sql.query(`INSERT INTO cms_svc_deliveries (${columns}) VALUES ?`, [rows]);
    // The drain is at work already, and may be in the way.
    await insert().catch(insert);
  }
  while ((await count()) < before + DELIVERIES) await pause(20);
  const ended = Date.now();
  const [rows] = await sql.query(
    `SELECT MIN(at) AS first FROM (SELECT at FROM cms_svc_delivery_attempts ORDER BY id DESC LIMIT ${DELIVERIES}) x`,
  );
  return DELIVERIES / ((ended - Number((rows as { first: number }[])[0]?.first)) / 1000);
}
