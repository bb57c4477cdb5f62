import { randomUUID } from 'node:crypto';
import { Pool } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { RunningServer } from '#server/server.ts';
import { startDemoServer } from './support/built-server.ts';
import { PASSWORD } from './support/password.ts';
import { DatabaseGate } from './support/stand-in/database-gate.ts';
import { TEST_SECRET } from './support/start-test-server.ts';
import { attachTestApp, createTestDatabase, type TestApp } from './support/test-app.ts';
import { createStudent, type TestUser } from './support/users.ts';

let gate: DatabaseGate;
let site: Awaited<ReturnType<typeof startDemoServer>>;
let app: TestApp;
let ada: TestUser;

beforeAll(async () => {
  const databaseUrl = await createTestDatabase();
  gate = await DatabaseGate.open(databaseUrl);
  site = await startDemoServer({ DATABASE_URL: gate.url, SECRET: TEST_SECRET, RATE_LIMITS: 'on' });
  const pool = new Pool({ connectionString: databaseUrl, max: 2 });
  app = attachTestApp(site as unknown as RunningServer, { pool, databaseUrl });
  ada = await createStudent(app);
});
afterAll(async () => {
  await app.pool.end();
  await site.close();
  await gate.close();
});

const names = { name: 'Ada', image: '/pictures/avatars/05.svg' };
const signUp = { email: 'new@example.test', password: PASSWORD, ...names };

/** Calls of each kind: of the API and of the identity provider, which read and which write, with a session and without. */
const calls: [method: string, path: string, body?: () => object][] = [
  ['GET', '/classes?limit=1'],
  ['GET', '/payments/own'],
  ['GET', '/notifications/unread'],
  ['POST', '/jwt', () => ({ email: ada.email })],
  ['POST', '/users', () => ({ email: ada.email, name: 'Ada', photo: names.image })],
  ['GET', '/auth/get-session'],
  ['GET', '/auth/list-sessions'],
  ['POST', '/auth/sign-up/email', () => signUp],
  ['POST', '/auth/sign-in/email', () => ({ email: ada.email, password: PASSWORD })],
  ['POST', '/auth/request-password-reset', () => ({ email: `${randomUUID()}@example.test` })],
  ['POST', '/auth/reset-password', () => ({ newPassword: 'quite another one', token: 'x'.repeat(24) })],
  ['POST', '/auth/update-user', () => names],
  ['POST', '/auth/two-factor/verify-totp', () => ({ code: '123456' })],
  ['POST', '/auth/sign-out', () => ({})],
];

const callAll = () =>
  Promise.all(
    calls.map(async ([method, path, body]) => {
      const { token, cookie } = ada;
      const response = await app.call(method, path, { token, cookie, body: body?.() });
      return { call: `${method} ${path}`, response };
    }),
  );

it('while the database is away, every call gets 503 with Retry-After, and the log a summary', async () => {
  const before = site.server.output.length;
  gate.shut();
  const ROUNDS = 4;
  for (let round = 0; round < ROUNDS; round += 1)
    for (const { call, response } of await callAll()) {
      const { status, headers, body } = response;
      expect({ call, status, code: body.error?.code as string }).toEqual({
        call,
        status: 503,
        code: 'unavailable',
      });
      expect(headers.get('retry-after'), call).toBe('5');
    }
  for (let page = 0; page < 5; page += 1)
    expect((await fetch(`${site.url}/allClasses?page=${page}`)).status).toBe(503);

  const logged = () =>
    site.server.output
      .slice(before)
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as { msg: string; refused?: number; reason?: string; reqId?: string });
  const summaries = () => logged().filter(({ msg }) => msg.startsWith('The database was unavailable'));
  const refused = () => summaries().reduce((sum, line) => sum + line.refused!, 0);
  await expect.poll(refused, { timeout: 30_000 }).toBeGreaterThanOrEqual(ROUNDS * calls.length);
  expect(summaries()[0]).toMatchObject({ reason: expect.stringMatching(/connection|ECONN/i) as string });
  // The sandbox of the card provider stands in for another service, which has a log of its own.
  const ofRequests = logged().filter(({ reqId, msg }) => reqId !== undefined && !msg.includes('sandbox'));
  expect(ofRequests).toEqual([]);
  const times = (text: string) => logged().filter(({ msg }) => msg.includes(text)).length;
  expect(summaries().length).toBeLessThanOrEqual(3);
  expect(times('INTERNAL_SERVER_ERROR')).toBe(0);
  expect(times('settings of the site')).toBeLessThanOrEqual(4);
});

it('afterwards the sessions and the passwords are as before', async () => {
  gate.reopen();
  await expect.poll(async () => (await app.call('GET', '/readyz')).status).toBe(200);
  expect((await app.call('GET', '/auth/get-session', { cookie: ada.cookie })).body.user.email).toBe(
    ada.email,
  );
  expect((await app.call('GET', '/payments/own', { token: ada.token })).status).toBe(200);
});
