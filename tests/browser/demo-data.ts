import { rm } from 'node:fs/promises';
import { createDataDir, startDemoServer } from '#tests/support/built-server.ts';

/** The environment variable with the path of the data, for the workers. */
export const DEMO_DATA = 'BROWSER_TESTS_DEMO_DATA';

/** Prepares the data of a demo server once. Each server that the tests start begins with a copy. */
export default async function prepareDemoData(): Promise<() => Promise<void>> {
  const dataDir = await createDataDir();
  const { server } = await startDemoServer({ DATA_DIR: dataDir });
  await server.stop();
  process.env[DEMO_DATA] = dataDir;
  return () => rm(dataDir, { recursive: true, force: true });
}
