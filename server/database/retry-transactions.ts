import type { Database } from './client.ts';
import { SQL_STATES, sqlStateOf } from './sql-state.ts';

const ROLLED_BACK_FOR_ANOTHER: readonly string[] = [SQL_STATES.deadlock, SQL_STATES.serializationFailure];
const MAX_ATTEMPTS = 4;

const isRolledBackForAnother = (error: unknown): boolean =>
  ROLLED_BACK_FOR_ANOTHER.includes(sqlStateOf(error) ?? '');

/**
 * Repeats transactions that PostgreSQL rolled back to end a deadlock, up to three times. Side effects outside the database
 * must therefore be safe to repeat.
 * @see https://www.postgresql.org/docs/18/mvcc-serialization-failure-handling.html
 */
export const retryTransactions =
  (runOnce: Database['transaction']): Database['transaction'] =>
  async (work, config) => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await runOnce(work, config);
      } catch (error) {
        if (attempt === MAX_ATTEMPTS || !isRolledBackForAnother(error)) throw error;
      }
    }
  };
