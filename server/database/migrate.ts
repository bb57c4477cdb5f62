import { join } from 'node:path';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator';
import type { ClientBase, Pool } from 'pg';
import { PROJECT_ROOT } from '../project-root.ts';
import { StartError } from '../start-error.ts';
import { VERSION } from '../version.ts';
import { LOCKS, withAdvisoryLock } from './advisory-lock.ts';
import { SQL_STATES, sqlStateOf } from './sql-state.ts';

const FOLDER = join(PROJECT_ROOT, 'server/database/migrations');

/** The newest migration of this version, as its timestamp in milliseconds since 1970. */
export const knownSchema = (): number =>
  readMigrationFiles({ migrationsFolder: FOLDER }).at(-1)?.folderMillis ?? 0;

/** The timestamp of the database's newest migration, in milliseconds since 1970. @throws Error if it has none */
export const schemaVersion = async (client: Pool | ClientBase): Promise<number> => {
  const { rows } = await client.query<{ version: string }>(
    'select max(created_at)::text as version from drizzle.__drizzle_migrations',
  );
  return Number(rows[0]!.version);
};

const NOT_THERE: readonly string[] = [SQL_STATES.missingTable, SQL_STATES.missingSchema];

/** The database's schema like `schemaVersion`, or 0 if it has no migration. */
const findSchemaVersion = (client: Pool | ClientBase): Promise<number> =>
  schemaVersion(client).catch((error: unknown) => {
    if (NOT_THERE.includes(sqlStateOf(error) ?? '')) return 0;
    throw error;
  });

/** Names a schema for an operator by the time of its newest migration, in UTC. */
export const describeSchema = (version: number): string =>
  `schema of ${new Date(version).toISOString().slice(0, 16).replace('T', ' ')}`;

/**
 * Describes a database that a newer version has migrated. This version can neither migrate it back nor know what its own
 * queries do there.
 * @returns undefined for any other database
 */
export const describeNewerSchema = async (client: Pool | ClientBase): Promise<string | undefined> => {
  const [found, known] = [await findSchemaVersion(client), knownSchema()];
  return found > known
    ? `This database was created or upgraded by a newer version (${describeSchema(found)}) than this one (${VERSION}, ${describeSchema(known)})`
    : undefined;
};

/**
 * Applies all pending migrations. A second server waits until the first is done.
 * @throws StartError if a newer version has migrated the database
 */
export const migrate = (pool: Pool): Promise<void> =>
  withAdvisoryLock(pool, LOCKS.migration, async (client) => {
    const newer = await describeNewerSchema(client);
    if (newer)
      throw new StartError(
        `${newer}: start that version, or restore a backup of this one into a new database`,
      );
    await applyMigrations(drizzle(client), { migrationsFolder: FOLDER });
  });

/**
 * Checks that the database has exactly the migrations of this version, for commands that do not migrate it themselves.
 * @throws StartError if it lacks one, or if a newer version has migrated it
 */
export const requireMigrated = async (pool: Pool): Promise<void> => {
  const newer = await describeNewerSchema(pool);
  if (newer) throw new StartError(`${newer}: use the command of that version`);
  if ((await findSchemaVersion(pool)) < knownSchema())
    throw new StartError(
      'The database has not been migrated to this version yet: start the site once, which migrates it',
    );
};

/**
 * Creates a check whether the database has every migration that this server knows. It may have more: servers that are
 * already running continue while others are upgraded. The check rejects if the database cannot be queried.
 */
export const createMigrationCheck = (pool: Pool): (() => Promise<boolean>) => {
  const known = knownSchema();
  return async () => (await schemaVersion(pool)) >= known;
};
