import { mkdirSync } from 'node:fs';
import knex, { type Knex } from 'knex';
import { sqliteConfig } from '../../plugin/index';
import { sqliteFile, type HostConfig } from '../config';
import { createHostTables } from './tables';

/**
 * Connects to MySQL by DATABASE_URL, or to the embedded database, and makes the host's own tables.
 * @throws when the database cannot be reached
 */
export async function openHostDatabase(config: HostConfig): Promise<Knex> {
  mkdirSync(config.dataDir, { recursive: true });
  const db = knex(config.databaseUrl ? mysqlConfig(config.databaseUrl) : sqliteConfig(sqliteFile(config)));
  try {
    await createHostTables(db);
    return db;
  } catch (error) {
    await db.destroy();
    throw error;
  }
}

function mysqlConfig(url: string): Knex.Config {
  const { hostname, port, username, password, pathname } = new URL(url);
  return {
    client: 'mysql2',
    connection: {
      host: hostname.replace(/^\[|\]$/g, ''),
      port: Number(port || 3306),
      user: decodeURIComponent(username),
      password: decodeURIComponent(password),
      database: decodeURIComponent(pathname.slice(1)),
      charset: 'utf8mb4',
      timezone: 'Z',
      connectTimeout: 3000,
    },
    // A visitor is better served by a quick 503 than by a minute of waiting for a database that is away.
    acquireConnectionTimeout: 5000,
    pool: {
      min: 0,
      max: 10,
      afterCreate(connection: MysqlConnection, done: (error: Error | null, connection: unknown) => void) {
        limitQueries(connection);
        done(null, connection);
      },
    },
    // Errors go to the log, where what visitors typed does not belong.
    compileSqlOnError: false,
  };
}

/** Milliseconds for one statement; a server that hangs would otherwise hold every request for ever. */
const QUERY_TIMEOUT = 10_000;
/** Statements that take as long as they take. */
const PATIENT = /^\s*(alter|create|drop|select get_lock)/i;

type Callback = (error: (Error & { code?: string }) | null, ...rest: unknown[]) => void;

/** The part of a mysql2 connection that matters here. */
interface MysqlConnection {
  query(options: { sql: string; timeout?: number }, values: unknown, callback: Callback): unknown;
  destroy(): void;
}

/** Gives every statement of the connection a time limit, after which the connection is of no use any more. */
function limitQueries(connection: MysqlConnection): void {
  const query = connection.query.bind(connection);
  connection.query = (options, values, callback) => {
    if (typeof options !== 'object' || PATIENT.test(options.sql)) return query(options, values, callback);
    return query({ timeout: QUERY_TIMEOUT, ...options }, values, (error, ...rest) => {
      if (error?.code === 'PROTOCOL_SEQUENCE_TIMEOUT') connection.destroy();
      callback(error, ...rest);
    });
  };
}
