import type { Pool, PoolClient } from 'pg';

/**
 * Runs `work` while holding an advisory lock of the database, so that other servers wait.
 * @param lock an arbitrary number that names the work
 */
export const withAdvisoryLock = async <Result>(
  pool: Pool,
  lock: number,
  work: (client: PoolClient) => Promise<Result>,
): Promise<Result> => {
  const client = await pool.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [lock]);
    return await work(client);
  } finally {
    await client.query('select pg_advisory_unlock($1)', [lock]);
    client.release();
  }
};
