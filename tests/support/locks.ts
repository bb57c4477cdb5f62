import type { Pool } from 'pg';

/** Whether a query on the same database is waiting for a lock that another transaction holds. */
export const isWaitingForLock = async (pool: Pool): Promise<boolean> => {
  const { rowCount } = await pool.query(
    "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  );
  return Boolean(rowCount);
};
