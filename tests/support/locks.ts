import type { Pool } from 'pg';
import { inTransaction } from '#sandbox/card/store.ts';

/** How many queries on the same database wait for a lock that another transaction holds. */
export const countWaiting = async (pool: Pool): Promise<number> => {
  const { rows } = await pool.query<{ count: number }>(
    `select count(*)::int from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows[0]!.count;
};

/** Whether a query on the same database is waiting for a lock that another transaction holds. */
export const isWaitingForLock = async (pool: Pool): Promise<boolean> => (await countWaiting(pool)) > 0;

/**
 * Does something while another transaction holds its locks, and commits it. The transaction ends even if that fails:
 * left open, it would let every later test of the file wait for its time limit. What is done must not wait for a call that
 * waits for the locks: return its promise in an object.
 */
export const whileLocked = inTransaction;
