import { readEnvironment } from '#server/environment.ts';
import { type RunningServer, startServer } from '#server/server.ts';

export const TEST_SECRET = 'a secret of the tests, long enough to be taken';

/** A whole demo server in this process, started as the product starts, on a free port. */
export const startTestServer = (
  databaseUrl: string,
  variables: Record<string, string> = {},
): Promise<RunningServer> =>
  startServer(
    readEnvironment({
      PORT: '0',
      DATABASE_URL: databaseUrl,
      DEMO: 'on',
      SECRET: TEST_SECRET,
      RATE_LIMITS: 'off',
      LOG_LEVEL: process.env.LOG_LEVEL ?? 'silent',
      ...variables,
    }),
    () => undefined,
  );
