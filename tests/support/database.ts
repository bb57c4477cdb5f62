import { rm } from 'node:fs/promises';
import type { TestProject } from 'vitest/node';
import { hashPassword } from '#server/identity/password.ts';
import { createDataDir } from './built-server.ts';
import { PASSWORD } from './password.ts';
import { startTestPostgres } from './postgres.ts';
import { startTestServer } from './start-test-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string;
    /** The hash of `PASSWORD`, computed once because hashing takes a fifth of a second. */
    passwordHash: string;
    /** A folder that is removed after the run. */
    scratch: string;
  }
}

/** Starts one PostgreSQL server for the whole run. */
export default async (project: TestProject): Promise<() => Promise<void>> => {
  const scratch = await createDataDir();
  const postgres = await startTestPostgres(async (url) => {
    const server = await startTestServer(url);
    await server.stop();
  });
  project.provide('postgresUrl', postgres.url);
  project.provide('passwordHash', await hashPassword(PASSWORD));
  project.provide('scratch', scratch);
  return async () => {
    await postgres.stop();
    await rm(scratch, { recursive: true, force: true });
  };
};
