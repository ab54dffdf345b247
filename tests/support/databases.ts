import { randomBytes } from 'node:crypto';
import { createConnection } from 'mysql2/promise';

export type Family = 'sqlite' | 'mysql';
export const FAMILIES: readonly Family[] = ['sqlite', 'mysql'];

/** The same suite over both databases. */
export function overDatabases(name: string, suite: (family: Family) => void): void {
  describe.each(FAMILIES)(`${name} on %s`, suite);
}

/** An empty database of one's own; null stands for SQLite in DATA_DIR. */
export async function freshDatabase(family: Family): Promise<{ url: string | null; drop(): Promise<void> }> {
  if (family === 'sqlite') return { url: null, drop: async () => undefined };
  const name = `svc_${randomBytes(6).toString('hex')}`;
  const server = process.env['TEST_MYSQL_URL'] as string;
  const run = async (sql: string) => {
    const connection = await createConnection({ uri: server });
    await connection.query(sql);
    await connection.end();
  };
  await run(`CREATE DATABASE ${name}`);
  return { url: `${server}/${name}`, drop: () => run(`DROP DATABASE ${name}`) };
}
