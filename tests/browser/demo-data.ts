import { createDataDir, removeDataDir, startDemoServer } from '#tests/support/built-server.ts';
import { startTestPostgres } from '#tests/support/postgres.ts';
import { TEST_SECRET } from '#tests/support/start-test-server.ts';

/** The environment variables with the prepared data, for the workers: the PostgreSQL server, and the folder of files. */
export const DEMO_DATA = { postgresUrl: 'BROWSER_TESTS_POSTGRES', folder: 'BROWSER_TESTS_FOLDER' };

/** Prepares the data of a demo server once. Each server that the tests start begins with a copy. */
export default async function prepareDemoData(): Promise<() => Promise<void>> {
  const folder = await createDataDir();
  const postgres = await startTestPostgres(async (DATABASE_URL) => {
    const { server } = await startDemoServer({ DATABASE_URL, DATA_DIR: folder, SECRET: TEST_SECRET });
    await server.stop();
  });
  process.env[DEMO_DATA.postgresUrl] = postgres.url;
  process.env[DEMO_DATA.folder] = folder;
  return async () => {
    await postgres.stop();
    await removeDataDir(folder);
  };
}
