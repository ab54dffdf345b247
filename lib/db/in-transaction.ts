import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { within, type Database } from './database';

const TRIES = 6;

/**
 * Runs `work` in one transaction and commits it. A transaction that lost against another (deadlock, busy) is tried
 * again from its start, so `work` must not do anything that a rollback does not undo.
 * @throws what `work` throws, after the rollback
 */
export async function inTransaction<T>(db: Database, work: (db: Database) => Promise<T>): Promise<T> {
  for (let tried = 1; ; tried++) {
    try {
      return await db.knex.transaction((transaction) => work(within(db, transaction)));
    } catch (error) {
      if (tried >= TRIES || !db.dialect.isConflict(error)) throw error;
      // Not a schedule of the product: this lets the winner finish, so the manual clock has no say here.
      await pause(tried * 20 + randomInt(20));
    }
  }
}

/** The same repetition for one statement outside a transaction. */
export async function untilNoConflict<T>(db: Database, statement: () => Promise<T>): Promise<T> {
  for (let tried = 1; ; tried++) {
    try {
      return await statement();
    } catch (error) {
      if (tried >= TRIES || !db.dialect.isConflict(error)) throw error;
      await pause(tried * 20 + randomInt(20));
    }
  }
}
