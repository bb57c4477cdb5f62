import { join } from 'node:path';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator';
import type { ClientBase, Pool } from 'pg';
import { PROJECT_ROOT } from '../project-root.ts';
import { StartError } from '../start-error.ts';
import { LOCKS, withAdvisoryLock } from './advisory-lock.ts';
import { sqlStateOf } from './sql-state.ts';

const FOLDER = join(PROJECT_ROOT, 'server/database/migrations');

/** Applies all pending migrations. A second server waits until the first is done. */
export const migrate = (pool: Pool): Promise<void> =>
  withAdvisoryLock(pool, LOCKS.migration, (client) =>
    applyMigrations(drizzle(client), { migrationsFolder: FOLDER }),
  );

/** The timestamp of the database's newest migration, in milliseconds since 1970. */
export const schemaVersion = async (client: Pool | ClientBase): Promise<string> => {
  const { rows } = await client.query<{ version: string }>(
    'select max(created_at)::text as version from drizzle.__drizzle_migrations',
  );
  return rows[0]!.version;
};

/** SQLSTATEs of a missing table and a missing schema. */
const NOT_THERE = ['42P01', '3F000'];

/**
 * Checks that the database has every migration, for commands that do not migrate it themselves.
 * @throws StartError if the database lacks a migration
 */
export const requireMigrated = async (pool: Pool): Promise<void> => {
  const isMigrated = await createMigrationCheck(pool)().catch((error: unknown) => {
    if (NOT_THERE.includes(sqlStateOf(error) ?? '')) return false;
    throw error;
  });
  if (!isMigrated)
    throw new StartError(
      'The database has not been migrated to this version yet: start the site once, which migrates it',
    );
};

/**
 * Creates a check whether the database has every migration that this server knows. The check rejects if the database
 * cannot be queried.
 */
export const createMigrationCheck = (pool: Pool): (() => Promise<boolean>) => {
  const known = readMigrationFiles({ migrationsFolder: FOLDER }).at(-1)?.folderMillis ?? 0;
  return async () => Number(await schemaVersion(pool)) >= known;
};
