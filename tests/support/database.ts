import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '#server/database/embedded-postgres.ts';
import { hashPassword } from '#server/identity/password.ts';
import { PASSWORD } from './password.ts';
import { startTestServer } from './start-test-server.ts';

/** The database with the schema and the demo data that each test file gets a copy of. */
export const TEMPLATE = 'template_with_demo_data';

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string;
    /** The hash of `PASSWORD`, computed once because hashing takes a fifth of a second. */
    passwordHash: string;
  }
}

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

/** Starts one PostgreSQL server for the whole run, in a temporary folder. */
export default async (project: TestProject): Promise<() => Promise<void>> => {
  const folder = await mkdtemp(join(tmpdir(), 'classharbor-test-'));
  const settings = { fsync: 'off', synchronous_commit: 'off', max_connections: '200' };
  const postgres = await startEmbeddedPostgres(folder, { settings });
  const end = async () => {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await execute(postgres.url, `create database ${TEMPLATE}`);
    const server = await startTestServer(withDatabase(postgres.url, TEMPLATE));
    await server.stop();
    project.provide('postgresUrl', postgres.url);
    project.provide('passwordHash', await hashPassword(PASSWORD));
  } catch (error) {
    await end();
    throw error;
  }
  return end;
};
