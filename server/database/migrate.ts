import { join } from 'node:path';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator';
import type { Pool } from 'pg';
import { PROJECT_ROOT } from '../project-root.ts';

const FOLDER = join(PROJECT_ROOT, 'server/database/migrations');
/** Any number, the same in every server: two that start together migrate one after the other. */
const MIGRATION_LOCK = 7_301_001;

/** Brings the database to the newest schema; a second server waits until the first is done. */
export const migrate = async (pool: Pool): Promise<void> => {
  const client = await pool.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await applyMigrations(drizzle(client), { migrationsFolder: FOLDER });
  } finally {
    await client.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK]);
    client.release();
  }
};

/** Whether the database has every migration that this server has. @throws Error where it cannot be asked */
export const isMigrated = async (pool: Pool): Promise<boolean> => {
  const known = readMigrationFiles({ migrationsFolder: FOLDER });
  const { rows } = await pool.query<{ newest: string | null }>(
    'select max(created_at) as newest from drizzle.__drizzle_migrations',
  );
  return Number(rows[0]?.newest) >= (known.at(-1)?.folderMillis ?? 0);
};
