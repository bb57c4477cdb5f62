import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RATE_LIMITS } from './rate-limit.ts';
import { ENDPOINTS } from '../identity/endpoints.ts';
import { tokenEmailedTo } from '#tests/support/emails.ts';
import { createStudent, createTeacher, signInAs, type TestUser } from '#tests/support/users.ts';
import { startTestServer } from '#tests/support/start-test-server.ts';
import { attachTestApp, startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { PASSWORD } from '#tests/support/password.ts';

let app: TestApp;
/** A second server on the same database. */
let twin: TestApp;
let ada: TestUser;
let teacher: TestUser;
let admin: TestUser;
const UNKNOWN = '00000000-0000-4000-8000-000000000000';

beforeAll(async () => {
  const limited = { RATE_LIMITS: 'on', TRUSTED_PROXIES: '127.0.0.1,::1' };
  app = await startTestApp(limited);
  twin = attachTestApp(await startTestServer(app.databaseUrl, limited), app);
  ada = await createStudent(app);
  admin = await signInAs(app, 'Admin');
  teacher = await createTeacher(app);
});
afterAll(async () => {
  await twin.close();
  await app.close();
});

/** Gives each test its own IP address, as if requests came through a proxy. */
let network = 0;
const fromNewAddress = () => ({ 'x-forwarded-for': `203.0.113.${(network += 1)}` });

/** Sends a path as written, which `fetch` would normalize. @returns the status */
const postPlainly = async (path: string, body: object, base = '/api'): Promise<number> => {
  const { hostname, port } = new URL(app.url);
  const sent = request({
    hostname,
    port,
    path: base + path,
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: app.url, ...fromNewAddress() },
  });
  sent.end(JSON.stringify(body));
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  response.resume();
  return response.statusCode!;
};

const signIn = (server: TestApp, email: string, password: string, headers: Record<string, string>) =>
  server.call('POST', '/auth/sign-in/email', { body: { email, password }, headers });

describe('rate limits', () => {
  it('are counted by all servers together, and return Retry-After', async () => {
    const headers = fromNewAddress();
    for (let attempt = 0; attempt < RATE_LIMITS.signIn.perAccount; attempt += 1) {
      const { status } = await signIn(attempt % 2 ? app : twin, ada.email, 'wrong password', headers);
      expect(status).toBe(401);
    }
    for (const server of [app, twin]) {
      const refused = await signIn(server, ada.email, 'wrong password', headers);
      expect(refused.status).toBe(429);
      expect(refused.body.error.code).toBe('too_many_requests');
      const seconds = Number(refused.headers.get('retry-after'));
      expect(seconds).toBeGreaterThan(0);
      expect(seconds).toBeLessThanOrEqual(RATE_LIMITS.signIn.seconds);
    }
  });

  it('do not let a stranger lock out the owner of an account', async () => {
    const attacker = fromNewAddress();
    for (let attempt = 0; attempt <= RATE_LIMITS.signIn.perAccount; attempt += 1) {
      await signIn(app, ada.email, 'wrong password', attacker);
    }
    expect((await signIn(app, ada.email, 'wrong password', attacker)).status).toBe(429);
    expect((await signIn(app, ada.email, 'wrong password', fromNewAddress())).status).toBe(401);
  });

  it('count an IPv6 network as one address, and an upper-case email as the same', async () => {
    for (let attempt = 0; attempt < RATE_LIMITS.signIn.perAccount; attempt += 1) {
      const headers = { 'x-forwarded-for': `2001:db8:1:2::${attempt + 1}` };
      await signIn(app, attempt % 2 ? ada.email : ada.email.toUpperCase(), 'wrong password', headers);
    }
    const { status } = await signIn(app, ada.email, 'wrong password', {
      'x-forwarded-for': '2001:db8:1:2:ffff::1',
    });
    expect(status).toBe(429);
  });

  it.each([
    ['registration', () => ({ method: 'POST', path: '/auth/sign-up/email', body: { email: 'x' } })],
    ['registration', () => ({ method: 'POST', path: '/auth/sign-up/email/', body: { email: 'x' } })],
    ['token', () => ({ method: 'POST', path: '/jwt', body: { email: ada.email }, cookie: ada.cookie })],
    [
      'intent',
      () => ({
        method: 'POST',
        path: `/create-payment-intent/${UNKNOWN}`,
        body: { price: 1 },
        token: ada.token,
      }),
    ],
    ['writing', () => ({ method: 'POST', path: '/feedback', body: {}, token: ada.token })],
    ['writing', () => ({ method: 'POST', path: '/users', body: { email: ada.email }, cookie: ada.cookie })],
    ['writing', () => ({ method: 'PUT', path: `/classes/${UNKNOWN}`, body: {}, token: teacher.token })],
    ['writing', () => ({ method: 'DELETE', path: `/classes/${UNKNOWN}`, token: teacher.token })],
    ['review', () => ({ method: 'PATCH', path: `/classes/${UNKNOWN}`, body: {}, token: admin.token })],
  ] as const)('bound %s', async (name, describe) => {
    const { method, path, ...sent } = describe();
    const headers = fromNewAddress();
    let refused = 0;
    for (let attempt = 0; attempt <= RATE_LIMITS[name].perNetwork && refused === 0; attempt += 1) {
      const { status } = await app.call(method, path, { ...sent, headers });
      if (status === 429) refused = attempt;
    }
    expect(refused).toBeGreaterThan(0);
  });

  it.each([
    '/auth//sign-in/email',
    '/auth/sign-in//email',
    '/auth/sign-in%2F%2Femail',
    '/auth/sign-in%2Femail',
    '/auth/./sign-in/email',
    '/auth/x/../sign-in/email',
    '/auth/%2e/sign-in/email',
    '/auth/x/%2e%2E/sign-in/email',
    '/auth/sign-in\\email',
    '/auth/sign-in%5Cemail',
    '/auth/%73ign-in/email',
    '/auth/sign-in/email;x',
    '/auth/sign-in/email%00',
  ])('are not bypassed by %s', async (path) => {
    const body = { email: ada.email, password: PASSWORD };
    expect(await postPlainly(path, body)).toBe(400);
  });

  it('are not bypassed by a different case, or a full URL', async () => {
    const body = { email: ada.email, password: PASSWORD };
    expect(await postPlainly('/auth/Sign-In/email', body)).toBe(404);
    expect(await postPlainly('/auth/sign-in/email', body, `${app.url}/api`)).toBe(400);
    expect(await postPlainly('/auth/sign-in/email', body)).toBe(200);
  });

  it('let an account sign in as often as its owner likes, and count only failures', async () => {
    const headers = fromNewAddress();
    const attempt = (password: string) => signIn(app, ada.email, password, headers);
    for (let turn = 0; turn < RATE_LIMITS.signIn.perAccount + 2; turn += 1) {
      expect((await attempt(PASSWORD)).status).toBe(200);
    }
    for (let turn = 0; turn < RATE_LIMITS.signIn.perAccount; turn += 1) {
      expect((await attempt('wrong password')).status).toBe(401);
    }
    const refused = await attempt(PASSWORD);
    expect(refused.status).toBe(429);
    expect(refused.body.error.message).toMatch(/^Too many attempts\. Please try again in \d+ minutes\.$/);
    expect(refused.headers.get('retry-after')).toMatch(/^\d+$/);
  });

  it('count only failures on every call that verifies a password or a link', async () => {
    const headers = fromNewAddress();
    const send = (method: string, path: string, body: object, { token }: TestUser) =>
      app.call(method, path, { body, token, headers });
    const fail = async (by: TestUser) =>
      (await send('DELETE', '/account', { email: 'else@example.test' }, by)).status;
    const { perNetwork, perAccount } = RATE_LIMITS.password;
    const [mover, leaver, ...others] = await Promise.all(
      Array.from({ length: 2 + perNetwork / perAccount }, () => createStudent(app)),
    );
    // The network has one failure left, which three successes must not use up.
    for (let attempt = 1; attempt < perNetwork; attempt += 1)
      expect(await fail(others[attempt % others.length]!)).toBe(400);
    const asked = { newEmail: 'next@example.test', password: PASSWORD };
    expect((await send('POST', '/account/email-change', asked, mover!)).status).toBe(200);
    const token = await tokenEmailedTo(app, asked.newEmail, twin);
    expect((await send('POST', '/account/email-link', { token }, mover!)).status).toBe(200);
    expect(
      (await send('DELETE', '/account', { email: leaver!.email, password: PASSWORD }, leaver!)).status,
    ).toBe(200);
    expect(await fail(others[0]!)).toBe(400);
    expect(await fail(others[0]!)).toBe(429);
  });

  it('allow no extra attempts by concurrent requests', async () => {
    const headers = fromNewAddress();
    const guesses = Array.from({ length: 3 * RATE_LIMITS.signIn.perAccount }, () =>
      signIn(app, ada.email, 'wrong password', headers),
    );
    const statuses = (await Promise.all(guesses)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(RATE_LIMITS.signIn.perAccount);
  });

  it('allow no attempts while counting is unavailable', async () => {
    await app.pool.query('alter table rate_limits rename to elsewhere');
    const { status, body } = await signIn(app, ada.email, 'wrong password', fromNewAddress());
    await app.pool.query('alter table elsewhere rename to rate_limits');
    expect([status, body.error?.code]).toEqual([503, 'unavailable']);
  });

  it('ignore the port of an address', async () => {
    const from = [0, 1, 2, 3].flatMap((port) => [
      `198.51.100.7:4000${port}`,
      `::ffff:198.51.100.7`,
      '198.51.100.7',
    ]);
    const statuses: number[] = [];
    for (const address of from) {
      const headers = { 'x-forwarded-for': address };
      statuses.push((await signIn(app, 'nobody@example.test', 'wrong password', headers)).status);
    }
    expect(statuses.indexOf(429)).toBe(RATE_LIMITS.signIn.perAccount);
  });

  it.each(
    ENDPOINTS.filter(({ method, session }) => method === 'POST' && session !== 'required').map(
      ({ path }) => path,
    ),
  )('bound POST /auth%s', async (path) => {
    const headers = fromNewAddress();
    const most = Math.max(...Object.values(RATE_LIMITS).map(({ perNetwork }) => perNetwork));
    let status = 0;
    for (let attempt = 0; attempt <= most && status !== 429; attempt += 1) {
      ({ status } = await app.call('POST', `/auth${path}`, { body: [], headers }));
    }
    expect(status).toBe(429);
  });

  it('store no email or network address', async () => {
    const { rows } = await app.pool.query<{ key: string }>('select key from rate_limits');
    expect(rows.length).toBeGreaterThan(0);
    for (const { key } of rows) expect(key).not.toMatch(/@|203\.0\.113|2001:db8/);
  });
});
