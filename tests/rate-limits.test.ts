import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RATE_LIMITS } from '#contract/constants.ts';
import { register, type TestPerson } from '#tests/support/people.ts';
import { startTestServer } from '#tests/support/start-test-server.ts';
import { attachTestApp, startTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
/** A second server on the same database. */
let twin: TestApp;
let ada: TestPerson;

beforeAll(async () => {
  const limited = { RATE_LIMITS: 'on', TRUSTED_PROXIES: '127.0.0.1,::1' };
  app = await startTestApp(limited);
  twin = attachTestApp(await startTestServer(app.databaseUrl, limited), app);
  ada = await register(app);
});
afterAll(async () => {
  await twin.close();
  await app.close();
});

/** Each test comes from an address of its own, as if through a proxy. */
let network = 0;
const fromNewAddress = () => ({ 'x-forwarded-for': `203.0.113.${(network += 1)}` });

const signIn = (server: TestApp, email: string, password: string, headers: Record<string, string>) =>
  server.call('POST', '/auth/sign-in/email', { body: { email, password }, headers });

describe('rate limits', () => {
  it('are counted by all servers together, and say when to come back', async () => {
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

  it('shut nobody out of an account from elsewhere', async () => {
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
        path: '/create-payment-intent/00000000-0000-4000-8000-000000000000',
        body: { price: 1 },
        token: ada.token,
      }),
    ],
    ['writing', () => ({ method: 'POST', path: '/feedback', body: {}, token: ada.token })],
  ] as const)('bound %s', async (name, request) => {
    const { method, path, ...sent } = request();
    const headers = fromNewAddress();
    let refused = 0;
    for (let attempt = 0; attempt <= RATE_LIMITS[name].perNetwork && refused === 0; attempt += 1) {
      const { status } = await app.call(method, path, { ...sent, headers });
      if (status === 429) refused = attempt;
    }
    expect(refused).toBeGreaterThan(0);
  });

  it.each(['/auth//sign-in/email', '/auth/sign-in//email', '/auth/sign-in%2F%2Femail'])(
    'are not got round by way of %s',
    async (path) => {
      const body = { email: ada.email, password: 'a good password' };
      const { status } = await app.call('POST', path, { body, headers: fromNewAddress() });
      expect(status).toBe(404);
    },
  );

  it('keep no address of a person or network', async () => {
    const { rows } = await app.pool.query<{ key: string }>('select key from rate_limits');
    expect(rows.length).toBeGreaterThan(0);
    for (const { key } of rows) expect(key).not.toMatch(/@|203\.0\.113|2001:db8/);
  });
});
