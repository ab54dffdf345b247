import type { Knex } from 'knex';
// Knex publishes no types for its dialects, and no other way to bring a driver of one's own.
// eslint-disable-next-line @typescript-eslint/no-require-imports
const BetterSqlite3Client = require('knex/lib/dialects/better-sqlite3') as new (
  config: Knex.Config,
) => Knex.Client;

interface PreparedQuery {
  sql: string;
  bindings?: unknown[];
}

interface Base {
  _query(connection: unknown, query: PreparedQuery): Promise<unknown>;
  _formatBindings(bindings?: unknown[]): unknown[];
}
const base = BetterSqlite3Client.prototype as Base;

/** Knex's better-sqlite3 client on libsql, which installs without a script on every Node from 20 on. */
class LibsqlClient extends BetterSqlite3Client {
  _driver(): unknown {
    // eslint-disable-next-line @typescript-eslint/no-require-imports
    return require('libsql');
  }

  /** libsql binds numbers as REAL, and a text column would then hold '1.0'. */
  _formatBindings(bindings?: unknown[]): unknown[] {
    return base._formatBindings
      .call(this, bindings)
      .map((value) => (Number.isSafeInteger(value) ? BigInt(value as number) : value));
  }

  /** A transaction that reads first and writes later would fail with SQLITE_BUSY at once if it began deferred. */
  _query(connection: unknown, query: PreparedQuery): Promise<unknown> {
    if (query.sql === 'BEGIN;') query.sql = 'BEGIN IMMEDIATE;';
    return base._query.call(this, connection, query);
  }
}

interface SqliteConnection {
  pragma(text: string): unknown;
}

/**
 * Knex configuration of the embedded database, for hosts without MySQL.
 * @param filename path of the database file; created when missing
 */
export function sqliteConfig(filename: string): Knex.Config {
  return {
    client: LibsqlClient as unknown as typeof Knex.Client,
    connection: { filename },
    useNullAsDefault: true,
    // Errors go to the log, where what visitors typed does not belong.
    compileSqlOnError: false,
    pool: {
      // The driver is synchronous: a second transaction on a second connection would block the thread that has to
      // finish the first.
      min: 1,
      max: 1,
      afterCreate(connection: SqliteConnection, done: (error: Error | null, connection: unknown) => void) {
        connection.pragma('busy_timeout = 5000');
        connection.pragma('journal_mode = WAL');
        connection.pragma('synchronous = NORMAL');
        connection.pragma('foreign_keys = ON');
        done(null, connection);
      },
    },
  };
}
