import type { TestProject } from 'vitest/node';
import { hashPassword } from '#server/identity/password.ts';
import { PASSWORD } from './password.ts';
import { startTestPostgres } from './postgres.ts';
import { startTestServer } from './start-test-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string;
    /** The hash of `PASSWORD`, computed once because hashing takes a fifth of a second. */
    passwordHash: string;
  }
}

/** Starts one PostgreSQL server for the whole run. */
export default async (project: TestProject): Promise<() => Promise<void>> => {
  const postgres = await startTestPostgres(async (url) => {
    const server = await startTestServer(url);
    await server.stop();
  });
  project.provide('postgresUrl', postgres.url);
  project.provide('passwordHash', await hashPassword(PASSWORD));
  return postgres.stop;
};
