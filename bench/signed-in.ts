import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Pool } from 'pg';
import { startEmbeddedPostgres } from '#server/database/embedded/embedded-postgres.ts';
import { freePort } from '#server/free-port.ts';
import { BuiltServer } from '#tests/support/built-server.ts';
import { startTestServer, TEST_SECRET } from '#tests/support/start-test-server.ts';
import { attachTestApp } from '#tests/support/test-app.ts';
import { comparePaired, type Target } from './support/load.ts';
import { end, memoryOf, runNode, startBare } from './support/processes.ts';
import { round, say, type Section } from './support/report.ts';
import { recordCalls, type RecordedCall, signedInCalls } from './support/signed-in-calls.ts';

const SIZE = ['--classes', '1000', '--users', '1000', '--enrollments', '5000'];

const targetOf = ({ method, path, token, body }: RecordedCall, origin: string): Target => ({
  url: `${origin}/api${path}`,
  method,
  headers: {
    authorization: `Bearer ${token}`,
    'accept-encoding': 'identity',
    ...(body !== undefined && { 'content-type': 'application/json' }),
  },
  body: body === undefined ? undefined : JSON.stringify(body),
});

/** Measures authenticated calls, compared with a bare server that runs the same statements. */
export const measureSignedIn = async (): Promise<Section> => {
  const folder = await mkdtemp(join(tmpdir(), 'classharbor-bench-'));
  const postgres = await startEmbeddedPostgres(folder);
  const pool = new Pool({ connectionString: postgres.url });
  const settings = { DATABASE_URL: postgres.url, DEMO: 'on', SECRET: TEST_SECRET };
  await runNode(['dist/server/seed.js', ...SIZE], settings);
  const server = await new BuiltServer(await freePort(), { ...settings, LOG_LEVEL: 'warn' }).ready();
  const running = { url: server.url } as Parameters<typeof attachTestApp>[0];
  const calls = await signedInCalls(attachTestApp(running, { pool, databaseUrl: postgres.url }));
  const recorded = await recordCalls(() => startTestServer(postgres.url), calls);
  const file = join(folder, 'calls.json');
  await writeFile(file, JSON.stringify(recorded));
  const bare = await startBare('bench/support/bare-statements-server.ts', postgres.url, file);
  const origin = server.url.replace('localhost', '127.0.0.1');
  const rows: string[][] = [];
  for (const [index, call] of recorded.entries()) {
    const { ours, baseline } = await comparePaired(targetOf(call, origin), {
      url: `${bare.url}/${index}`,
      method: call.method,
    });
    const ratio = round(ours.perSecond / baseline.perSecond, 2);
    say(`${call.name}: ${round(ours.perSecond)} per second, ratio ${ratio}`);
    rows.push([
      call.name,
      String(call.statements.length),
      round(ours.perSecond),
      round(ours.p99, 1),
      round(baseline.perSecond),
      ratio,
    ]);
  }
  const memory = await memoryOf(server.process);
  await end(bare.process);
  await server.stop();
  await pool.end();
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
  return {
    title: 'Signed in',
    note: `Calls with an access token per second, 16 connections, 1,000 classes; compared with a bare Fastify server that runs the same prepared statements with \`pg\` and returns the same JSON (for a payment intent, with one request to a provider in the same process). Afterwards the server had ${round(memory)} MB of resident memory.`,
    columns: ['call', 'statements', 'calls per second', 'p99, ms', 'bare server', 'ratio'],
    rows,
  };
};
