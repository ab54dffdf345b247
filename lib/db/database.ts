import type { Knex } from 'knex';
import { tableName, type TableKey, type TableRows } from '../../schema/db/tables';

/**
 * A connection or a transaction, and how our tables are called there. Stores take it first; whoever opened the
 * transaction owns it.
 */
export interface Database {
  readonly knex: Knex;
  readonly dialect: Dialect;
  /** A query over one of our tables. */
  from<Key extends TableKey>(key: Key): Knex.QueryBuilder<TableRows[Key], TableRows[Key][]>;
  name(key: TableKey): string;
}

/** What differs between the databases, as flags; nothing else in lib asks which database it is. */
export interface Dialect {
  readonly family: 'mysql' | 'sqlite';
  /** `SELECT … FOR SHARE` keeps a row from being deleted; SQLite's write transactions are alone anyway. */
  readonly locksRows: boolean;
  /** Finds MIN of each group by jumping in an index (loose index scan), not by reading every row. */
  readonly jumpsInGroupBy: boolean;
  /** Transactions that a process has under way for submissions: the second prepares while the first waits for the disk. */
  readonly transactionsAtOnce: number;
  /**
   * The table, read by this index and no other. MySQL takes two equal columns and a walk from the end of the index for
   * cheaper than a range of three columns, and then reads half a million entries for each page of an export.
   */
  byIndex(knex: Knex, table: string, index: string): Knex.Raw;
  /** SQL for the value that an INSERT brought for a column, where its row was there already. */
  incoming(column: string): string;
  /** One INSERT of these rows. @returns the id of the first */
  insertValues(knex: Knex, table: string, columns: string[], rows: unknown[][]): Promise<number>;
  /** SQL for the distance between the ids of one INSERT: clusters count in steps, so that no two members give one id. */
  readonly idStep: string;
  /** Error of the driver for a second row with a unique key. */
  isDuplicate(error: unknown): boolean;
  /** The statement lost against another transaction, and the whole transaction may be tried again. */
  isConflict(error: unknown): boolean;
}

const codeOf = (error: unknown): string => String((error as { code?: unknown } | null)?.code ?? '');
const numberOf = (error: unknown): number => Number((error as { errno?: unknown } | null)?.errno ?? 0);

/** Deadlock, lock wait, snapshot conflict (MariaDB 11.6), and TiDB's 8002, 8005, 8022, 9007. */
const MYSQL_CONFLICTS = new Set([1213, 1205, 1020, 8002, 8005, 8022, 9007]);

const mysql: Dialect = {
  family: 'mysql',
  locksRows: true,
  jumpsInGroupBy: true,
  transactionsAtOnce: 2,
  async insertValues(knex, table, columns, rows) {
    // The driver writes a nested list as `(…), (…)`.
    const answer = await knex.raw('INSERT INTO ?? (??) VALUES ?', [table, columns, rows] as never);
    const [{ insertId }] = answer as [{ insertId: number }];
    return Number(insertId);
  },
  idStep: '@@auto_increment_increment',
  byIndex: (knex, table, index) => knex.raw('?? FORCE INDEX (??)', [table, index]),
  incoming: (column) => `VALUES(${column})`,
  isDuplicate: (error) => numberOf(error) === 1062,
  isConflict: (error) => MYSQL_CONFLICTS.has(numberOf(error)),
};

const sqlite: Dialect = {
  family: 'sqlite',
  locksRows: false,
  jumpsInGroupBy: false,
  transactionsAtOnce: 1,
  async insertValues(knex, table, columns, rows) {
    const row = `(${columns.map(() => '?').join(', ')})`;
    const sql = `INSERT INTO ?? (??) VALUES ${rows.map(() => row).join(', ')}`;
    const { lastInsertRowid } = (await knex.raw(sql, [
      table,
      columns,
      ...rows.flat(),
    ] as never)) as unknown as {
      lastInsertRowid: number | bigint;
    };
    return Number(lastInsertRowid) - rows.length + 1;
  },
  idStep: '1',
  // Its planner counts the columns that an index meets.
  byIndex: (knex, table) => knex.raw('??', [table]),
  incoming: (column) => `excluded.${column}`,
  isDuplicate: (error) => /^SQLITE_CONSTRAINT_(UNIQUE|PRIMARYKEY)$/.test(codeOf(error)),
  isConflict: (error) => /^SQLITE_(BUSY|LOCKED)/.test(codeOf(error)),
};

/**
 * Wraps the host's Knex.
 * @param prefix the host's table prefix
 */
export function openDatabase(knex: Knex, prefix: string): Database {
  const dialect = /sqlite/.test(String(knex.client.driverName)) ? sqlite : mysql;
  const over = (connection: Knex): Database => ({
    knex: connection,
    dialect,
    name: (key) => tableName(prefix, key),
    from: (key) => connection(tableName(prefix, key)) as never,
  });
  return over(knex);
}

/** The same database inside a transaction of it. */
export function within(db: Database, transaction: Knex.Transaction): Database {
  return {
    ...db,
    knex: transaction,
    from: (key) => transaction(db.name(key)) as never,
  };
}
