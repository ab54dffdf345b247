import type { Knex } from 'knex';
import { TABLE_KEYS, tableName, type TableKey } from './tables';
import type { Migration, MigrationTools } from './migration';
import { createTables } from './migrations/0001-create-tables';
import { webhookHealth } from './migrations/0002-webhook-health';
import { theme } from './migrations/0003-theme';
import { replacedSecrets } from './migrations/0004-replaced-secrets';
import { entryCounters } from './migrations/0005-entry-counters';

/** In order; new ones go to the end. */
export const MIGRATIONS: readonly Migration[] = [
  createTables,
  webhookHealth,
  theme,
  replacedSecrets,
  entryCounters,
];

/** Only names of knex's better-sqlite3 and mysql2 clients; all else is a MySQL in disguise. */
const isSqlite = (db: Knex) => /sqlite/.test(String(db.client.driverName));

/**
 * Brings the plugin's tables up to date. Several processes may start at once: they take turns.
 * @param db the host's connection
 * @param prefix the host's table prefix
 * @param now epoch milliseconds, for the record
 * @returns the names of the migrations that this call applied
 */
export async function migrate(db: Knex, prefix: string, now: number): Promise<string[]> {
  const name = (key: TableKey) => tableName(prefix, key);
  return alone(db, name('migrations'), async (connection) => {
    const tools = toolsFor(connection, name);
    await tools.createTable('migrations', (table) => {
      table.string('name', 100).notNullable().primary();
      table.bigInteger('applied_at').notNullable();
    });
    const done = new Set<string>(await connection(name('migrations')).pluck('name'));
    const waiting = MIGRATIONS.filter((migration) => !done.has(migration.name));
    for (const migration of waiting) {
      await migration.up(tools);
      await connection(name('migrations')).insert({ name: migration.name, applied_at: now });
    }
    return waiting.map((migration) => migration.name);
  });
}

/** Drops every table of the plugin. What they held is gone. */
export async function dropTables(db: Knex, prefix: string): Promise<void> {
  for (const key of TABLE_KEYS) await db.schema.dropTableIfExists(tableName(prefix, key));
}

function toolsFor(db: Knex, name: (key: TableKey) => string): MigrationTools {
  return {
    db,
    name,
    async createTable(key, shape) {
      if (await db.schema.hasTable(name(key))) return;
      await db.schema.createTable(name(key), (table) => {
        if (!isSqlite(db)) {
          table.charset('utf8mb4');
          table.collate('utf8mb4_bin');
        }
        shape(table);
      });
    },
    async addColumns(key, columns) {
      for (const [column, add] of Object.entries(columns))
        if (!(await db.schema.hasColumn(name(key), column))) await db.schema.alterTable(name(key), add);
    },
    // Not knex's own, which builds the whole table anew on SQLite.
    async dropColumns(key, columns) {
      for (const column of columns)
        if (await db.schema.hasColumn(name(key), column))
          await db.raw('ALTER TABLE ?? DROP COLUMN ??', [name(key), column]);
    },
    async addIndex(key, suffix, columns) {
      const index = `${name(key)}_${suffix}`;
      if (await hasIndex(db, name(key), index)) return;
      await db.schema.alterTable(name(key), (table) => void table.index(columns, index));
    },
    async dropIndex(key, suffix) {
      const index = `${name(key)}_${suffix}`;
      if (!(await hasIndex(db, name(key), index))) return;
      await db.schema.alterTable(name(key), (table) => void table.dropIndex([], index));
    },
  };
}

async function hasIndex(db: Knex, table: string, index: string): Promise<boolean> {
  const found = isSqlite(db)
    ? await db('sqlite_master').where({ type: 'index', name: index }).first('name')
    : await db('information_schema.statistics')
        .where({ table_name: table, index_name: index })
        .whereRaw('table_schema = DATABASE()')
        .first('index_name');
  return found !== undefined;
}

/**
 * SQLite: DDL is transactional, so an immediate transaction is lock and safety net in one.
 * MySQL: a named lock on one connection; where the server refuses it (Galera), idempotent steps have to do.
 */
async function alone<T>(db: Knex, lock: string, work: (connection: Knex) => Promise<T>): Promise<T> {
  if (isSqlite(db)) return db.transaction((trx) => work(trx));
  return db.transaction(async (trx) => {
    await trx.raw('SELECT GET_LOCK(?, 60)', [lock]).catch(() => undefined);
    try {
      return await work(trx);
    } finally {
      await trx.raw('SELECT RELEASE_LOCK(?)', [lock]).catch(() => undefined);
    }
  });
}
