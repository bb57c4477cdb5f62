import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { inject } from 'vitest';
import { PROJECT_ROOT } from '#server/project-root.ts';
import { execute, withDatabase } from './postgres.ts';

const FOLDER = join(PROJECT_ROOT, 'server/database/migrations');

const apply = async (client: Client, names: string[]): Promise<void> => {
  for (const name of names) {
    await client.query(
      (await readFile(join(FOLDER, name), 'utf8')).replaceAll('--> statement-breakpoint', ''),
    );
  }
};

/**
 * Creates a database in its state before a migration.
 * @param name the end of the migration's file name
 * @param work receives the database, and the function that applies the migration
 */
export const beforeMigration = async (
  name: string,
  work: (client: Client, migrate: () => Promise<void>) => Promise<void>,
): Promise<void> => {
  const files = (await readdir(FOLDER)).filter((file) => file.endsWith('.sql')).sort();
  const place = files.findIndex((file) => file.endsWith(name));
  const database = `test_${randomUUID().replaceAll('-', '')}`;
  await execute(inject('postgresUrl'), `create database ${database}`);
  const client = new Client({ connectionString: withDatabase(inject('postgresUrl'), database) });
  await client.connect();
  try {
    await apply(client, files.slice(0, place));
    await work(client, () => apply(client, [files[place]!]));
  } finally {
    await client.end();
  }
};
