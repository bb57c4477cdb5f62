import type { Pool } from 'pg';

/** Any number, the same in every server: `if not exists` alone fails when two servers create at once. */
const SCHEMA_LOCK = 7_301_003;

/** Runs statements that create what a sandbox keeps, in one transaction; a second server waits until the first is done. */
export const createTables = async (pool: Pool, statements: string): Promise<void> => {
  await pool.query(`select pg_advisory_xact_lock(${SCHEMA_LOCK}); ${statements}`);
};
