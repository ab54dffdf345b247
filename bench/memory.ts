import { freshDatabase } from '../tests/support/databases';
import { load, memoryOf, startOurs, startServer, table } from './kit';

const MINUTES = Number(process.env['BENCH_MINUTES'] ?? 10);

/** What the process holds after some minutes of load against what it held after the first. */
export async function memory(): Promise<string> {
  const database = await freshDatabase('mysql');
  const receiver = await startServer('receiver.cjs', '/hook');
  const ours = await startOurs(database.url, receiver.url);
  const held: number[] = [];
  let count = 0;
  for (let minute = 0; minute < MINUTES; minute++) {
    count += (await load(ours.submitUrl, 16, 60, ours.body)).perSecond * 60;
    held.push(memoryOf(ours.pid));
  }
  for (const one of [ours, receiver]) await one.stop();
  await database.drop();
  return table(
    ['minutes', 'submissions', 'MB after the first', 'MB at the end'],
    [[MINUTES, count, Math.round(held[0] ?? 0), Math.round(held.at(-1) ?? 0)]],
  );
}
