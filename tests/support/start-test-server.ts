import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '#server/free-port.ts';
import { readEnvironment } from '#server/settings/environment.ts';
import { type RunningServer, startServer } from '#server/server.ts';

export const TEST_SECRET = 'a secret of the tests, long enough to be taken';

/**
 * The settings that a real site needs in addition to a database and an address. The server reaches no card provider.
 */
export const REAL_SITE = {
  DEMO: 'off',
  SECRET: TEST_SECRET,
  STRIPE_SECRET_KEY: 'sk_test_x',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_x',
  STRIPE_WEBHOOK_SECRET: 'whsec_x',
  STRIPE_API_BASE: 'http://localhost:9',
};

/** The same for a site that visitors reach at an address of its own. */
export const PUBLIC_SITE = { ...REAL_SITE, BASE_URL: 'https://classes.example' };

/** Starts a complete demo server in this process, as the product starts, on a free port. */
export const startTestServer = async (
  databaseUrl: string,
  variables: Record<string, string> = {},
): Promise<RunningServer> => {
  const port = await freePort();
  return startServer(
    readEnvironment({
      PORT: String(port),
      BASE_URL: `http://localhost:${port}`,
      DATABASE_URL: databaseUrl,
      // Holds uploads only.
      DATA_DIR: join(tmpdir(), 'classharbor-test-server'),
      DEMO: 'on',
      SECRET: TEST_SECRET,
      RATE_LIMITS: 'off',
      MAX_EVENT_LOOP_DELAY: '0',
      LOG_LEVEL: process.env.LOG_LEVEL ?? 'silent',
      ...variables,
    }),
    () => undefined,
  );
};
