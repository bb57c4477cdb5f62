import type { Pool, PoolClient } from 'pg';

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
 * left open, it would let every later test of the file wait for its time limit.
 * @returns what `act` returns. It must not wait for a call that waits for the locks: put that into an object.
 */
export const whileLocked = async <T>(pool: Pool, act: (holder: PoolClient) => Promise<T>): Promise<T> => {
  const holder = await pool.connect();
  try {
    await holder.query('begin');
    const result = await act(holder);
    await holder.query('commit');
    return result;
  } catch (error) {
    await holder.query('rollback');
    throw error;
  } finally {
    holder.release();
  }
};
