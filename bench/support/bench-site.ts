import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Pool } from 'pg';
import { startEmbeddedPostgres } from '#server/database/embedded/embedded-postgres.ts';
import { freePort } from '#server/free-port.ts';
import { BuiltServer } from '#tests/support/built-server.ts';
import { TEST_SECRET } from '#tests/support/start-test-server.ts';
import { attachTestApp, type TestApp } from '#tests/support/test-app.ts';

/** A built demo server in a separate process, with access to its database and its folder. */
export interface BenchSite {
  app: TestApp;
  /** Its URL without a DNS lookup. */
  origin: string;
  folder: string;
  close: () => Promise<void>;
}

export const startBenchSite = async (variables: Record<string, string> = {}): Promise<BenchSite> => {
  const folder = await mkdtemp(join(tmpdir(), 'classharbor-bench-'));
  const postgres = await startEmbeddedPostgres(folder);
  const pool = new Pool({ connectionString: postgres.url });
  const server = await new BuiltServer(await freePort(), {
    DATABASE_URL: postgres.url,
    DATA_DIR: folder,
    DEMO: 'on',
    SECRET: TEST_SECRET,
    LOG_LEVEL: 'warn',
    ...variables,
  }).ready();
  const running = { url: server.url } as Parameters<typeof attachTestApp>[0];
  return {
    app: attachTestApp(running, { pool, databaseUrl: postgres.url }),
    origin: server.url.replace('localhost', '127.0.0.1'),
    folder,
    close: async () => {
      await server.stop();
      await pool.end();
      await postgres.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
};
