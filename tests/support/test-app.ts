import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Pool } from 'pg';
import { inject } from 'vitest';
import { API_BASE } from '#contract/call.ts';
import type { RunningServer } from '#server/server.ts';
import { startDemoServer } from './built-server.ts';
import { copyTemplate } from './postgres.ts';
import { startTestServer, TEST_SECRET } from './start-test-server.ts';

interface Sent {
  body?: unknown;
  token?: string;
  cookie?: string;
  headers?: Record<string, string>;
}

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- types would only repeat what the tests assert
type Json = any;

export interface ApiResponse {
  status: number;
  headers: Headers;
  body: Json;
}

/** A running server with its own database, and functions that call it from outside. */
export interface TestApp {
  url: string;
  databaseUrl: string;
  server: RunningServer;
  pool: Pool;
  call(method: string, path: string, sent?: Sent): Promise<ApiResponse>;
  close(): Promise<void>;
}

/** Connects to a server that already runs, on a database that the caller closes. */
export const attachTestApp = (
  server: RunningServer,
  { pool, databaseUrl }: Pick<TestApp, 'pool' | 'databaseUrl'>,
): TestApp => ({
  url: server.url,
  databaseUrl,
  server,
  pool,
  call: async (method, path, { body, token, cookie, headers } = {}) => {
    const response = await fetch(`${server.url}${API_BASE}${path}`, {
      method,
      redirect: 'manual',
      headers: {
        origin: server.url,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(token && { authorization: `Bearer ${token}` }),
        ...(cookie && { cookie }),
        ...headers,
      },
      body: body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json');
    return {
      status: response.status,
      headers: response.headers,
      body: isJson && text ? JSON.parse(text) : text,
    };
  },
  close: () => server.stop(),
});

/** Opens connections that bypass the server. A query resolves once the server has been notified of the changes. */
const openTestPool = (databaseUrl: string, server: RunningServer): Pool => {
  const pool = new Pool({ connectionString: databaseUrl, max: 4 });
  const query = pool.query.bind(pool) as (...sent: unknown[]) => Promise<unknown>;
  return Object.assign(pool, {
    query: async (...sent: unknown[]) => {
      const result = await query(...sent);
      await server.app.changesReceived();
      return result;
    },
  });
};

/** Creates a database with the demo data for one test file. @returns its URL */
export const createTestDatabase = (): Promise<string> => copyTemplate(inject('postgresUrl'));

/** Starts a built demo server with a copy of the demo data, in a process of its own. */
export const startOnCopy = async (variables: Record<string, string> = {}) =>
  startDemoServer({ DATABASE_URL: await createTestDatabase(), SECRET: TEST_SECRET, ...variables });

/** A test app with its own folder for uploads and files. */
export type AppWithFiles = TestApp & { dataDir: string };

export const startTestApp = async (variables: Record<string, string> = {}): Promise<AppWithFiles> => {
  const databaseUrl = await createTestDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'classharbor-files-'));
  const server = await startTestServer(databaseUrl, { DATA_DIR: dataDir, ...variables });
  const pool = openTestPool(databaseUrl, server);
  return {
    ...attachTestApp(server, { pool, databaseUrl }),
    dataDir,
    close: async () => {
      await pool.end();
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
};
