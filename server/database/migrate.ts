import { join } from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator';
import type { Pool } from 'pg';
import { PROJECT_ROOT } from '../project-root.ts';

/** Any number, the same in every server: two that start together migrate one after the other. */
const MIGRATION_LOCK = 7_301_001;

/** Brings the database to the newest schema; a second server waits until the first is done. */
export const migrate = async (pool: Pool): Promise<void> => {
  const client = await pool.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await applyMigrations(drizzle(client), {
      migrationsFolder: join(PROJECT_ROOT, 'server/database/migrations'),
    });
  } finally {
    await client.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK]);
    client.release();
  }
};
