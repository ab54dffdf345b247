import { freshDatabase } from '../tests/support/databases';
import { cpuOf, databasePid, load, median, ratio, startOurs, startServer, table, type Load } from './kit';

const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 4);
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 3);
const CONNECTIONS = (process.env['BENCH_CONNECTIONS'] ?? '1,16,64').split(',').map(Number);

interface Contender {
  name: string;
  url: string;
  body: object;
  /** Whose processor time is told. */
  pid: number;
  onMysql: boolean;
}

/** Submissions a second, side by side: the webhook is on, and the same process makes the deliveries. */
export async function submissions(): Promise<string> {
  const database = await freshDatabase('mysql');
  const receiver = await startServer('receiver.cjs', '/hook');
  const mysql = await startOurs(database.url, receiver.url);
  const sqlite = await startOurs(null, receiver.url);
  const env = { DATABASE_URL: database.url ?? '' };
  const express = await startServer('express.cjs', '/submit');
  const handler = await startServer('handler.cjs', '/submit', env);
  const raw = await startServer('raw.cjs', '/', env);
  const { body } = mysql;
  const contenders: Contender[] = [
    { name: 'Express alone', url: express.url, body, pid: express.pid, onMysql: false },
    { name: 'raw transaction on node:http', url: raw.url, body, pid: raw.pid, onMysql: true },
    { name: 'a hand-written handler', url: handler.url, body, pid: handler.pid, onMysql: true },
    { name: 'Svc Forms on MySQL', url: mysql.submitUrl, body, pid: mysql.pid, onMysql: true },
    {
      name: 'Svc Forms on SQLite',
      url: sqlite.submitUrl,
      body: sqlite.body,
      pid: sqlite.pid,
      onMysql: false,
    },
  ];
  const results = new Map<string, Measured[]>();
  for (let round = 0; round < ROUNDS; round++)
    for (const connections of CONNECTIONS)
      for (const one of contenders) {
        const key = `${one.name} @ ${connections}`;
        results.set(key, [...(results.get(key) ?? []), await measured(one, connections)]);
      }
  for (const one of [express, handler, raw, mysql, sqlite, receiver]) await one.stop();
  await database.drop();
  return report(results);
}

type Measured = Load & { cpu: number; databaseCpu: number };

function report(results: Map<string, Measured[]>): string {
  const rows = [...results.keys()].map((key) => {
    const [name = '', connections = ''] = key.split(' @ ');
    const of = (pick: (one: Measured) => number, who = name) =>
      median((results.get(`${who} @ ${connections}`) ?? []).map(pick));
    const rate = of((one) => one.perSecond);
    return [
      name,
      connections,
      rate,
      ratio(
        rate,
        of((one) => one.perSecond, 'Express alone'),
      ),
      ratio(
        rate,
        of((one) => one.perSecond, 'a hand-written handler'),
      ),
      of((one) => one.p50).toFixed(2),
      ratio(
        of((one) => one.p50),
        of((one) => one.p50, 'raw transaction on node:http'),
      ),
      Math.round(of((one) => one.cpu)),
      Math.round(of((one) => one.databaseCpu)),
    ];
  });
  const head = ['who', 'connections', 'a second', 'of Express', 'of the handler', 'p50 ms', 'of raw'];
  return table([...head, 'µs of its process', 'µs of MySQL'], rows);
}

async function measured(one: Contender, connections: number): Promise<Measured> {
  const database = one.onMysql ? databasePid() : null;
  const before = [cpuOf(one.pid), database ? cpuOf(database) : 0] as const;
  const result = await load(one.url, connections, SECONDS, one.body);
  // Half a second of warming up is load as well.
  const count = (result.perSecond * (SECONDS + 0.5)) / 1000;
  const spent = [cpuOf(one.pid) - before[0], (database ? cpuOf(database) : 0) - before[1]] as const;
  return { ...result, cpu: spent[0] / count, databaseCpu: spent[1] / count };
}
