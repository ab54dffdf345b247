import type { Knex } from 'knex';
import type { TableKey } from './tables';

/** One step of the schema. It can be run again after it broke half-way, because MySQL commits each DDL statement. */
export interface Migration {
  /** Number and name; never changes once landed. */
  name: string;
  up(tools: MigrationTools): Promise<void>;
}

export interface MigrationTools {
  db: Knex;
  name: (key: TableKey) => string;
  /**
   * Creates the table unless an earlier, broken run did. Servers differ in their default charset and collation, so
   * every table says its own; utf8mb4_bin exists on all of them.
   */
  createTable(key: TableKey, shape: (table: Knex.CreateTableBuilder) => void): Promise<void>;
  /** Adds the columns that an earlier, broken run did not. */
  addColumns(key: TableKey, columns: Record<string, (table: Knex.AlterTableBuilder) => void>): Promise<void>;
  /** Drops the columns that an earlier, broken run did not; before, what they held must have been copied. */
  dropColumns(key: TableKey, columns: string[]): Promise<void>;
  /** Adds an index unless it is there; its name is the table's and this one. */
  addIndex(key: TableKey, name: string, columns: string[]): Promise<void>;
  /** Drops an index if it is there; its name is the table's and this one. */
  dropIndex(key: TableKey, name: string): Promise<void>;
}
