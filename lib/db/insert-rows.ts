import type { TableKey, TableRows } from '../../schema/db/tables';
import type { Database } from './database';

/**
 * Inserts rows of one shape with one statement. Knex's own insert compiles every value of every row, which cost more
 * than the database needed to store them.
 * @param rows none does nothing; the first one's keys are those of all
 * @returns the id of the first row, where the table counts them. The others follow in the steps of `dialect.idStep`:
 * InnoDB gives a statement whose rows are counted beforehand consecutive ids in every lock mode, SQLite has one writer
 */
export async function insertRows<Key extends TableKey>(
  db: Database,
  table: Key,
  rows: readonly Partial<TableRows[Key]>[],
): Promise<number> {
  const [first] = rows;
  if (!first) return 0;
  const columns = Object.keys(first) as (keyof TableRows[Key])[];
  const values = rows.map((row) => columns.map((column) => row[column] as unknown));
  return db.dialect.insertValues(db.knex, db.name(table), columns as string[], values);
}
