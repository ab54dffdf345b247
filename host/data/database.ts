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
    pool: { min: 0, max: 10 },
  };
}
