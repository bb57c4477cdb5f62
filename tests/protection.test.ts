import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RATE_LIMITS } from '#contract/constants.ts';
import { publishClass, registerTeacher } from '#tests/support/classes.ts';
import { register, signInAs, type TestPerson } from '#tests/support/people.ts';
import { startTestServer } from '#tests/support/start-test-server.ts';
import { attachTestApp, startTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
/** A second server on the same database. */
let twin: TestApp;
let ada: TestPerson;

beforeAll(async () => {
  app = await startTestApp();
  ada = await register(app);
  const limited = { RATE_LIMITS: 'on', TRUSTED_PROXIES: '127.0.0.1,::1' };
  await app.server.stop();
  const { databaseUrl, pool } = app;
  app = attachTestApp(await startTestServer(databaseUrl, limited), { databaseUrl, pool });
  twin = attachTestApp(await startTestServer(databaseUrl, limited), { databaseUrl, pool });
});
afterAll(async () => {
  await twin.close();
  await app.close();
  await app.pool.end();
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

describe('headers', () => {
  const policyOf = async (path: string) =>
    (await fetch(`${app.url}${path}`)).headers.get('content-security-policy') ?? '';

  it('let a page run the site’s own scripts and the inline one that its hash names, and nothing else', async () => {
    const page = await fetch(`${app.url}/`);
    const policy = page.headers.get('content-security-policy')!;
    const scripts = /script-src ([^;]+)/.exec(policy)![1]!;
    expect(scripts).not.toMatch(/unsafe|https?:|\*/);
    const inline = [...(await page.text()).matchAll(/<script>([\s\S]*?)<\/script>/g)];
    expect(inline).toHaveLength(1);
    const hash = createHash('sha256').update(inline[0]![1]!).digest('base64');
    expect(scripts).toContain(`'sha256-${hash}'`);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("object-src 'none'");
    expect(policy).toContain("base-uri 'none'");
  });

  it('let answers of the API do nothing in a browser', async () => {
    expect(await policyOf('/api/classes?limit=1')).toBe("default-src 'none'; frame-ancestors 'none'");
  });

  it('are there on pages, answers, files and failures', async () => {
    for (const path of ['/', '/api/config', '/favicon.svg', '/api/nothing', '/nothing']) {
      const { headers } = await fetch(`${app.url}${path}`);
      expect(headers.get('x-content-type-options'), path).toBe('nosniff');
      expect(headers.get('referrer-policy'), path).toBe('strict-origin-when-cross-origin');
      expect(headers.get('permissions-policy'), path).toContain('camera=()');
      expect(headers.get('x-request-id'), path).toMatch(/^[\da-f-]{36}$/);
      expect(headers.get('strict-transport-security'), path).toBeNull();
    }
  });

  it('tell browsers to stay with https where the site has it, and allow Stripe where it is used', async () => {
    const { databaseUrl, pool } = app;
    const shop = attachTestApp(
      await startTestServer(databaseUrl, {
        BASE_URL: 'https://classes.example',
        STRIPE_SECRET_KEY: 'sk_test_x',
        STRIPE_PUBLISHABLE_KEY: 'pk_test_x',
        STRIPE_WEBHOOK_SECRET: 'whsec_x',
        STRIPE_API_BASE: 'http://localhost:9',
      }),
      { databaseUrl, pool },
    );
    const { port } = shop.server.app.server.address() as { port: number };
    const answer = await fetch(`http://localhost:${port}/`);
    await answer.text();
    const { headers } = answer;
    const signedIn = await fetch(`http://localhost:${port}/api/auth/sign-in/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: 'https://classes.example' },
      body: JSON.stringify({ email: 'student@classharbor.test', password: 'harbor123' }),
    });
    await signedIn.text();
    await shop.close();
    expect(signedIn.headers.getSetCookie().join()).toMatch(/__Secure-[^;]*session_token=[^,]*; Secure/);
    expect(headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains');
    expect(headers.get('content-security-policy')).toMatch(/script-src [^;]*https:\/\/js\.stripe\.com/);
    expect(headers.get('content-security-policy')).toContain("connect-src 'self' https://api.stripe.com");
  });

  it('open the API to no other site', async () => {
    const { headers } = await fetch(`${app.url}/api/classes?limit=1`, {
      headers: { origin: 'https://evil.example' },
    });
    expect(headers.get('access-control-allow-origin')).toBeNull();
  });
});

describe('a request that another site makes with the person’s cookie', () => {
  it('is refused by the identity provider, and gets nothing done elsewhere', async () => {
    const bob = await register(app);
    const forged = { cookie: bob.cookie, headers: { origin: 'https://evil.example', ...fromNewAddress() } };
    const signOut = await app.call('POST', '/auth/sign-out', { body: {}, ...forged });
    expect(signOut.status).toBe(403);
    const form = await app.call('POST', '/jwt', {
      body: `email=${bob.email}`,
      cookie: bob.cookie,
      headers: { ...forged.headers, 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(form.status).toBe(415);
  });

  it('carries no cookie of ours: it is SameSite and out of reach of scripts', async () => {
    const { headers } = await signIn(app, 'student@classharbor.test', 'harbor123', fromNewAddress());
    const [cookie] = headers.getSetCookie().filter((one) => one.includes('session_token'));
    expect(cookie).toMatch(/HttpOnly/i);
    expect(cookie).toMatch(/SameSite=Lax/i);
  });
});

describe('operating', () => {
  it('metrics count requests by route, for this machine only', async () => {
    await app.call('GET', '/classes?limit=1');
    const { status, body } = await app.call('GET', '/metrics');
    expect(status).toBe(200);
    expect(body).toMatch(
      /http_request_duration_seconds_count\{method="GET",route="\/api\/classes",status="200"\} \d/,
    );
    expect(body).toContain('database_connections{state="idle"}');
    expect(body).not.toContain('limit=1');
    const elsewhere = await app.call('GET', '/metrics', { headers: fromNewAddress() });
    expect(elsewhere.status).toBe(403);
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

  it('turns new work away while the process is behind; files, health and metrics are answered', async () => {
    for (let turn = 0; turn < 4; turn += 1) {
      const end = Date.now() + 700;
      while (Date.now() < end);
      await new Promise((resolve) => setTimeout(resolve, 0));
    }
    const statusOf = async (address: string) => {
      const answer = await fetch(`${app.url}${address}`);
      await answer.arrayBuffer();
      return answer.status;
    };
    const [{ status, headers, body }, ...others] = await Promise.all([
      app.call('GET', '/roles'),
      ...['/nowhere', '/api/healthz', '/api/metrics', '/favicon.svg'].map(statusOf),
    ]);
    expect(status).toBe(503);
    expect(headers.get('retry-after')).toBe('5');
    expect(body.error.code).toBe('unavailable');
    expect(others).toEqual([503, 200, 200, 200]);
    await expect.poll(() => statusOf('/nowhere'), { timeout: 10_000 }).toBe(404);
  });

  it('shows a text as it was given, and no email address, to visitors', async () => {
    const admin = await signInAs(app, 'Admin');
    const teacher = await registerTeacher(app, admin);
    const id = await publishClass(app, teacher, admin, {
      description: '<img src=x onerror=alert(1)> & "more"',
    });
    const { body } = await app.call('GET', `/classes/${id}`);
    expect(body.description).toBe('<img src=x onerror=alert(1)> & "more"');
    const page = await (await fetch(`${app.url}/classDetail/${id}`)).text();
    expect(page).not.toContain('<img src=x');
    for (const path of ['/classes', '/feedback', `/classes/${id}`]) {
      expect(JSON.stringify((await app.call('GET', path)).body)).not.toMatch(/@[\w-]+\.(test|example)/);
    }
  });
});
