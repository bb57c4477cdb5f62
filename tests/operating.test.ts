import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import type { RunningServer } from '#server/server.ts';
import { DatabaseGate } from '#tests/support/stand-in/database-gate.ts';
import { startDemoServer } from '#tests/support/built-server.ts';
import { addClass } from '#tests/support/classes.ts';
import { addDraft, addSection, lessonInput } from '#tests/support/curriculum.ts';
import { connectToEmbedded } from '#tests/support/embedded-database.ts';
import { migratedDatabase } from '#tests/support/empty-database.ts';
import { uploadFile } from '#tests/support/pictures.ts';
import { sampleAccount } from '#tests/support/sample-account.ts';
import { REAL_SITE, startTestServer } from '#tests/support/start-test-server.ts';
import {
  attachTestApp,
  createTestDatabase,
  startOnCopy,
  startTestApp,
  type TestApp,
} from '#tests/support/test-app.ts';
import { usedDataDir } from '#tests/support/used-data-dir.ts';
import { signIn } from '#tests/support/users.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ TRUSTED_PROXIES: '127.0.0.1,::1' });
});
afterAll(() => app.close());

it('counts requests by route, for this machine only', async () => {
  await app.call('GET', '/classes?limit=1');
  const { status, body } = await app.call('GET', '/metrics');
  expect(status).toBe(200);
  expect(body).toMatch(
    /http_request_duration_seconds_count\{method="GET",route="\/api\/classes",status="200"\} \d/,
  );
  expect(body).toContain('database_connections{state="idle"}');
  expect(body).not.toContain('limit=1');
  const elsewhere = await app.call('GET', '/metrics', { headers: { 'x-forwarded-for': '203.0.113.1' } });
  expect(elsewhere.status).toBe(403);
});

it('the metrics of the process are there while the database fails', async () => {
  const gate = await DatabaseGate.open(await createTestDatabase());
  const site = await startTestServer(gate.url);
  onTestFinished(async () => {
    gate.reopen();
    await site.stop();
    await gate.close();
  });
  const read = async () => {
    const response = await fetch(`${site.url}/api/metrics`);
    return { status: response.status, text: await response.text() };
  };
  expect((await read()).text).toMatch(/^payments_attention\{.*\} 0$/m);
  gate.shut();
  const { status, text } = await read();
  expect(status).toBe(200);
  expect(text).toMatch(/^process_resident_memory_bytes \d+$/m);
  expect(text).toMatch(/^emails_waiting Nan$/im);
});

it('outside the demo, the metrics require the token, even on this machine', async () => {
  const token = 'a-token-for-metrics';
  const authorization = `Bearer ${token}`;
  const ask = async (variables: Record<string, string>) => {
    const site = await startTestServer(await migratedDatabase(), { ...REAL_SITE, ...variables });
    const responses = await Promise.all(
      [undefined, { authorization }, { authorization: 'Bearer another' }].map(
        async (headers) => (await fetch(`${site.url}/api/metrics`, { headers })).status,
      ),
    );
    await site.stop();
    return responses;
  };
  expect(await ask({})).toEqual([403, 403, 403]);
  expect(await ask({ METRICS_TOKEN: token })).toEqual([403, 200, 403]);
});

it('is not ready while the database lacks a migration', async () => {
  expect((await app.call('GET', '/readyz')).status).toBe(200);
  await app.pool.query(
    'create table kept as select * from drizzle.__drizzle_migrations; delete from drizzle.__drizzle_migrations where created_at = (select max(created_at) from kept)',
  );
  const { status, body } = await app.call('GET', '/readyz');
  await app.pool.query(
    'truncate drizzle.__drizzle_migrations; insert into drizzle.__drizzle_migrations select * from kept; drop table kept',
  );
  expect(status).toBe(503);
  expect(body).toEqual({ status: 'database not migrated' });
  expect((await app.call('GET', '/readyz')).status).toBe(200);
});

it('refuses new work while the event loop is delayed; files, health and metrics are served', async () => {
  const busy = await startTestApp({ MAX_EVENT_LOOP_DELAY: '300' });
  onTestFinished(() => busy.close());
  const delay = async () => {
    for (let turn = 0; turn < 4; turn += 1) {
      const end = Date.now() + 700;
      while (Date.now() < end);
      await new Promise((resolve) => setTimeout(resolve, 0));
    }
  };
  const statusOf = async (address: string) => {
    const response = await fetch(`${busy.url}${address}`);
    await response.arrayBuffer();
    return response.status;
  };
  const others = ['/nowhere', '/api/healthz', '/api/metrics', '/favicon.svg'];
  let refused: Awaited<ReturnType<TestApp['call']>>;
  // The delay of a second counts until the next one has passed, which may be before the requests arrive.
  await expect
    .poll(
      async () => {
        await delay();
        const [first, ...statuses] = await Promise.all([busy.call('GET', '/roles'), ...others.map(statusOf)]);
        refused = first;
        return [first.status, ...statuses];
      },
      { timeout: 60_000, interval: 0 },
    )
    .toEqual([503, 503, 200, 200, 200]);
  expect(refused!.headers.get('retry-after')).toBe('5');
  expect(refused!.body.error.code).toBe('unavailable');
  await expect.poll(() => statusOf('/nowhere'), { timeout: 10_000 }).toBe(404);
});

it('is not ready on a database that has become read-only', async () => {
  const url = await createTestDatabase();
  const name = new URL(url).pathname.slice(1);
  const site = await startTestServer(url);
  const ask = async () => {
    const response = await fetch(`${site.url}/api/readyz`);
    return [response.status, await response.json()];
  };
  expect(await ask()).toEqual([200, { status: 'ready' }]);
  await app.pool.query(`alter database ${name} set default_transaction_read_only = on`);
  await app.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}' and application_name = 'classharbor'`,
  );
  await expect.poll(ask, { timeout: 10_000 }).toEqual([503, { status: 'read-only' }]);
  await site.stop();
});

it('keeps serving after SIGTERM while it reports that it is stopping, so that proxies notice', async () => {
  // A busy machine takes a while for the requests in between.
  const site = await startOnCopy({ DRAIN_SECONDS: '10' });
  const statusOf = (path: string) => fetch(`${site.url}/api${path}`).then(({ status }) => status);
  expect(await statusOf('/readyz')).toBe(200);
  const stopped = site.server.stop();
  await expect.poll(() => statusOf('/readyz')).toBe(503);
  expect(await (await fetch(`${site.url}/api/readyz`)).json()).toEqual({ status: 'stopping' });
  expect(await statusOf('/classes?limit=1')).toBe(200);
  expect(await statusOf('/healthz')).toBe(200);
  expect(await stopped).toBe(0);
  await site.close();
});

it('exits once pending requests are answered, although their connections would be kept alive', async () => {
  const databaseUrl = await createTestDatabase();
  const server = await startTestServer(databaseUrl);
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  onTestFinished(() => client.end());
  await client.query('begin');
  await client.query('lock table classes in access exclusive mode');
  // A worker of the server may wait for the lock as well, so the lock does not tell that the request has arrived.
  const arrived = once(server.app.server, 'request');
  const status = fetch(`${server.url}/api/classes?limit=1`).then(async (response) => {
    await response.text();
    return response.status;
  });
  const waiting = async () => {
    const { rows } = await client.query<{ waiting: number }>(
      `select count(*)::int as waiting from pg_locks where not granted and relation = 'classes'::regclass`,
    );
    return rows[0]!.waiting;
  };
  await arrived;
  await expect.poll(waiting).toBeGreaterThan(0);

  const stopped = server.stop().then(() => 'stopped');
  await expect.poll(() => server.app.server.listening, { interval: 5 }).toBe(false);
  await client.query('rollback');
  expect(await status).toBe(200);
  // A connection with keep-alive would last for more than a minute.
  expect(await Promise.race([stopped, sleep(40_000, 'still open', { ref: false })])).toBe('stopped');
});

/** Adds a lesson with a file of 32 MiB, far more than the buffers of a connection. @returns the address of the file */
const addLargeFile = async (url: string): Promise<string> => {
  const demo = attachTestApp({ url } as RunningServer, {} as TestApp);
  const { email, password } = sampleAccount('Teacher');
  const teacher = await signIn(demo, email, password);
  const lesson = await addDraft(
    demo,
    teacher,
    await addSection(demo, teacher, await addClass(demo, teacher)),
  );
  const content = Buffer.alloc(32 * 1024 * 1024, 'a');
  const file = (await uploadFile(demo, teacher, content, 'long.txt')).body._id as string;
  const body = lessonInput({ kind: 'file', file });
  expect((await demo.call('PUT', `/lessons/${lesson}`, { body, token: teacher.token })).status).toBe(200);
  return (await demo.call('GET', `/files/${file}/link`, { token: teacher.token })).body.address as string;
};

it('stops within five seconds, with its own database, although a reader has paused in the middle of a file', async () => {
  const dataDir = await usedDataDir('demo');
  const site = await startDemoServer({ DATA_DIR: dataDir });
  const address = await addLargeFile(site.url);
  const reader = connect(Number(new URL(site.url).port), 'localhost');
  reader.on('error', () => undefined);
  reader.write(`GET ${address} HTTP/1.1\r\nhost: localhost\r\n\r\n`);
  await once(reader, 'readable');
  // The file is larger than all buffers, so the server has to wait once the reader's is full.
  await expect.poll(() => reader.readableLength).toBeGreaterThanOrEqual(reader.readableHighWaterMark);
  // Leaves little for the checkpoint of the shutdown, whose time depends on the disk.
  const client = await connectToEmbedded(dataDir);
  await client.query('checkpoint');
  await client.end();

  const start = Date.now();
  expect(await site.server.stop(), site.server.output).toBe(0);
  expect(Date.now() - start).toBeLessThan(5_000);
  expect(existsSync(join(dataDir, 'postgres/postmaster.pid'))).toBe(false);
  reader.destroy();
  await site.close();
});
