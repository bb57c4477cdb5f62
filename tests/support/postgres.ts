import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, Pool } from 'pg';
import { startEmbeddedPostgres } from '#server/database/embedded/embedded-postgres.ts';
import { migrate } from '#server/database/migrate.ts';

/** The database with the schema and the demo data that tests get copies of. */
export const TEMPLATE = 'template_with_demo_data';
/** The database with the schema only. Migrating each new site again would take seconds. */
const SCHEMA_TEMPLATE = 'template_with_schema';

/** The URL of another database on the same PostgreSQL server. */
export const withDatabase = (url: string, database: string): string => {
  const address = new URL(url);
  address.pathname = `/${database}`;
  return address.href;
};

export const execute = async (url: string, statement: string): Promise<void> => {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
};

const createSchemaTemplate = async (postgresUrl: string): Promise<void> => {
  await execute(postgresUrl, `create database ${SCHEMA_TEMPLATE}`);
  const pool = new Pool({ connectionString: withDatabase(postgresUrl, SCHEMA_TEMPLATE) });
  await migrate(pool);
  await pool.end();
};

/**
 * Starts a PostgreSQL server for a whole run, in a temporary folder. It does not wait for the disk.
 * @param fillTemplate fills the database that is copied, given its URL
 */
export const startTestPostgres = async (
  fillTemplate: (url: string) => Promise<void>,
): Promise<{ url: string; stop: () => Promise<void> }> => {
  const folder = await mkdtemp(join(tmpdir(), 'classharbor-test-'));
  const settings = { fsync: 'off', synchronous_commit: 'off', max_connections: '200' };
  const postgres = await startEmbeddedPostgres(folder, { settings });
  const stop = async () => {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await createSchemaTemplate(postgres.url);
    await execute(postgres.url, `create database ${TEMPLATE} template ${SCHEMA_TEMPLATE}`);
    await fillTemplate(withDatabase(postgres.url, TEMPLATE));
  } catch (error) {
    await stop();
    throw error;
  }
  return { url: postgres.url, stop };
};

/** Creates a database of a new name. @param template the database to copy. Absent: without tables. @returns its URL */
export const createDatabase = async (postgresUrl: string, template = 'template1'): Promise<string> => {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await execute(postgresUrl, `create database ${name} template ${template}`);
  return withDatabase(postgresUrl, name);
};

/** Creates a migrated database without data. @returns its URL */
export const copySchema = (postgresUrl: string): Promise<string> =>
  createDatabase(postgresUrl, SCHEMA_TEMPLATE);

/** Creates a database with the demo data. @returns its URL */
export const copyTemplate = async (postgresUrl: string): Promise<string> => {
  const databaseUrl = await createDatabase(postgresUrl, TEMPLATE);
  // Each copy of the template must count as a different shop.
  await execute(
    databaseUrl,
    'insert into shop (mark) values (gen_random_uuid()) on conflict (id) do update set mark = excluded.mark',
  );
  return databaseUrl;
};
