import type { Pool } from 'pg';

/** An arbitrary lock id, shared by all servers, because `if not exists` fails if two servers create a table concurrently. */
const SCHEMA_LOCK = 7_301_003;

/** Creates a sandbox's tables in one transaction. Other servers wait until it is finished. */
export const createTables = async (pool: Pool, statements: string): Promise<void> => {
  await pool.query(`select pg_advisory_xact_lock(${SCHEMA_LOCK}); ${statements}`);
};
