import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { startEmbeddedPostgres } from '#server/database/embedded-postgres.ts';

/** The database with the schema and the demo data that tests get copies of. */
export const TEMPLATE = 'template_with_demo_data';

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
    await execute(postgres.url, `create database ${TEMPLATE}`);
    await fillTemplate(withDatabase(postgres.url, TEMPLATE));
  } catch (error) {
    await stop();
    throw error;
  }
  return { url: postgres.url, stop };
};

/** Creates a database with the demo data. @returns its URL */
export const copyTemplate = async (postgresUrl: string): Promise<string> => {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await execute(postgresUrl, `create database ${name} template ${TEMPLATE}`);
  const databaseUrl = withDatabase(postgresUrl, name);
  // Each copy of the template must count as a different shop.
  await execute(
    databaseUrl,
    'insert into shop (mark) values (gen_random_uuid()) on conflict (id) do update set mark = excluded.mark',
  );
  return databaseUrl;
};
