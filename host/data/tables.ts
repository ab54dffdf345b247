import type { Knex } from 'knex';

/** Put before every table of this host and its plugins. */
export const PREFIX = 'cms_';

export interface UserRow {
  id: string;
  login: string;
  role: string;
  password_hash: string;
}
export interface SessionRow {
  id: string;
  user_id: string;
  expires_at: number;
}
export interface ApplicationPasswordRow {
  id: string;
  user_id: string;
  name: string;
  password_hash: string;
  created_at: number;
  last_used_at: number | null;
  last_ip: string | null;
}
export interface MediaRow {
  id: string;
  token: string;
  name: string;
  type: string;
  size: number;
  created_at: number;
}
export interface PluginRow {
  id: string;
  version: string;
  active: number;
}

type Shape = (table: Knex.CreateTableBuilder) => void;

const TABLES: Record<string, Shape> = {
  users(table) {
    table.string('id', 36).primary();
    table.string('login', 60).notNullable().unique();
    table.string('role', 30).notNullable();
    table.string('password_hash', 255).notNullable();
  },
  sessions(table) {
    table.string('id', 64).primary();
    table.string('user_id', 36).notNullable().index();
    table.bigInteger('expires_at').notNullable();
  },
  application_passwords(table) {
    table.string('id', 36).primary();
    table.string('user_id', 36).notNullable().index();
    table.string('name', 100).notNullable();
    table.string('password_hash', 64).notNullable();
    table.bigInteger('created_at').notNullable();
    table.bigInteger('last_used_at');
    table.string('last_ip', 45);
  },
  login_failures(table) {
    table.string('id', 64).primary();
    table.integer('count').notNullable();
    table.bigInteger('until').notNullable();
  },
  media(table) {
    table.string('id', 36).primary();
    table.string('token', 32).notNullable();
    table.string('name', 255).notNullable();
    table.string('type', 200).notNullable();
    table.bigInteger('size').notNullable();
    table.bigInteger('created_at').notNullable();
  },
  plugins(table) {
    table.string('id', 100).primary();
    table.string('version', 50).notNullable();
    table.smallint('active').notNullable();
  },
  options(table) {
    table.string('id', 100).primary();
    table.text('value').notNullable();
  },
};

/** Makes what is missing. Two hosts may start on one new database at once: the slower one finds the table there. */
export async function createHostTables(db: Knex): Promise<void> {
  for (const [name, shape] of Object.entries(TABLES)) {
    if (await db.schema.hasTable(PREFIX + name)) continue;
    try {
      await db.schema.createTable(PREFIX + name, (table) => {
        if (db.client.config.client === 'mysql2') {
          table.charset('utf8mb4');
          table.collate('utf8mb4_bin');
        }
        shape(table);
      });
    } catch (error) {
      if (!(await db.schema.hasTable(PREFIX + name))) throw error;
    }
  }
}

/** An option that is made once and then the same for every process. */
export async function settledOption(db: Knex, id: string, make: () => string): Promise<string> {
  const table = PREFIX + 'options';
  const stored = (await db(table).where({ id }).first('value')) as { value: string } | undefined;
  if (stored) return stored.value;
  await db(table).insert({ id, value: make() }).onConflict('id').ignore();
  return ((await db(table).where({ id }).first('value')) as { value: string }).value;
}
