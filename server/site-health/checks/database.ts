import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { Client, type Pool } from 'pg';
import { createMigrationCheck, describeNewerSchema } from '../../database/migrate.ts';
import { ok, type Outcome, problem } from '../outcome.ts';

/** The oldest major version of PostgreSQL that is tested. */
const OLDEST = 15;
/** The time within which a notification must arrive, in milliseconds. */
const TIMEOUT = 3_000;

/**
 * Whether a connection keeps its session, which LISTEN requires. A pooler in transaction mode runs each statement on
 * any free connection (https://www.pgbouncer.org/features.html).
 */
export const keepsSessions = async (databaseUrl: string | undefined, pool: Pool): Promise<boolean> => {
  // An embedded database has no pooler.
  if (databaseUrl === undefined) return true;
  const channel = `doctor_${randomUUID().replaceAll('-', '')}`;
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(`listen ${channel}`);
    const notified = once(client, 'notification', { signal: AbortSignal.timeout(TIMEOUT) });
    const [arrived] = await Promise.all([
      notified.then(
        () => true,
        () => false,
      ),
      pool.query('select pg_notify($1, $2)', [channel, '']),
    ]);
    return arrived;
  } finally {
    await client.end();
  }
};

/** Whether the tables are those of this version. */
export const isMigrated = (pool: Pool): Promise<boolean> => createMigrationCheck(pool)().catch(() => false);

/**
 * Checks whether the server can use the database: its version, its tables, and its sessions.
 * @param sessions whether connections keep their sessions
 */
export const checkDatabase = async (pool: Pool, sessions: Promise<boolean>): Promise<Outcome> => {
  const { rows } = await pool.query<{ version: string }>(
    `select current_setting('server_version_num') as version`,
  );
  const version = Math.floor(Number(rows[0]!.version) / 10_000);
  if (version < OLDEST)
    return problem(`PostgreSQL ${version} is too old`, `Upgrade it to ${OLDEST} or later.`, 'DATABASE_URL');
  if (!(await isMigrated(pool)))
    return problem(
      'The database schema does not match this version',
      'Start the server once: it migrates the database.',
    );
  const newer = await describeNewerSchema(pool);
  if (newer)
    return problem(
      newer,
      'Run that version. Servers of this version keep working until they are stopped, but cannot be started again.',
    );
  if (!(await sessions))
    return problem(
      'Notifications do not arrive: a connection pooler does not keep sessions',
      'Set pool_mode = session for this database in PgBouncer, or connect to PostgreSQL directly.',
      'DATABASE_URL',
    );
  return ok(`PostgreSQL ${version}, migrated`);
};
