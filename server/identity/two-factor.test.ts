import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { register, signInAs, type TestPerson } from '#tests/support/people.ts';
import { startTestServer } from '#tests/support/start-test-server.ts';
import { attachTestApp, startTestApp, type Answered, type TestApp } from '#tests/support/test-app.ts';
import { codeFor } from '#tests/support/totp.ts';

const PASSWORD = 'a good password';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const cookiesOf = (answer: Answered): string =>
  answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');

const enable = async (person: TestPerson, password = PASSWORD) => {
  const begun = await app.call('POST', '/auth/two-factor/enable', {
    body: { password },
    cookie: person.cookie,
  });
  expect(begun.status).toBe(200);
  const { totpURI, backupCodes } = begun.body as { totpURI: string; backupCodes: string[] };
  const proven = await app.call('POST', '/auth/two-factor/verify-totp', {
    body: { code: codeFor(totpURI) },
    cookie: person.cookie,
  });
  expect(proven.status).toBe(200);
  return { totpURI, backupCodes, cookie: cookiesOf(proven) };
};

const givePassword = async (email: string, password = PASSWORD) => {
  const answer = await app.call('POST', '/auth/sign-in/email', { body: { email, password } });
  return { answer, cookie: cookiesOf(answer) };
};

const isSignedIn = async (email: string, cookie: string): Promise<boolean> =>
  (await app.call('POST', '/jwt', { body: { email }, cookie })).status === 200;

describe('two-factor sign-in', () => {
  it('asks for the password to be set up, and counts once a first code was right', async () => {
    const ada = await register(app);
    const wrong = await app.call('POST', '/auth/two-factor/enable', {
      body: { password: 'not this one' },
      cookie: ada.cookie,
    });
    expect(wrong.status).toBe(400);
    await app.call('POST', '/auth/two-factor/enable', { body: { password: PASSWORD }, cookie: ada.cookie });
    const { cookie } = await givePassword(ada.email);
    expect(await isSignedIn(ada.email, cookie)).toBe(true);
  });

  it('lets in who has password and code, and nobody with one of them', async () => {
    const ada = await register(app);
    const { totpURI } = await enable(ada);
    const { answer, cookie } = await givePassword(ada.email);
    expect(answer.body).toMatchObject({ twoFactorRedirect: true });
    expect(await isSignedIn(ada.email, cookie)).toBe(false);
    const wrong = await app.call('POST', '/auth/two-factor/verify-totp', {
      body: { code: '000000' },
      cookie,
    });
    expect(wrong.status).toBe(401);
    expect(await isSignedIn(ada.email, cookie)).toBe(false);
    const right = await app.call('POST', '/auth/two-factor/verify-totp', {
      body: { code: codeFor(totpURI) },
      cookie,
    });
    expect(right.status).toBe(200);
    expect(await isSignedIn(ada.email, cookiesOf(right))).toBe(true);
    const codeAlone = await app.call('POST', '/auth/two-factor/verify-totp', {
      body: { code: codeFor(totpURI) },
    });
    expect(codeAlone.status).toBe(401);
  });

  it('takes each backup code once', async () => {
    const ada = await register(app);
    const { backupCodes } = await enable(ada);
    const spend = async () => {
      const { cookie } = await givePassword(ada.email);
      return app.call('POST', '/auth/two-factor/verify-backup-code', {
        body: { code: backupCodes[0] },
        cookie,
      });
    };
    const first = await spend();
    expect(first.status).toBe(200);
    expect(await isSignedIn(ada.email, cookiesOf(first))).toBe(true);
    expect((await spend()).status).toBe(401);
  });

  it('is turned off with the password alone', async () => {
    const ada = await register(app);
    const { cookie } = await enable(ada);
    const off = (password: string) =>
      app.call('POST', '/auth/two-factor/disable', { body: { password }, cookie });
    expect((await off('not this one')).status).toBe(400);
    expect((await off(PASSWORD)).status).toBe(200);
    expect(await isSignedIn(ada.email, (await givePassword(ada.email)).cookie)).toBe(true);
  });

  it('keeps neither key nor backup codes as they are', async () => {
    const ada = await register(app);
    const { totpURI, backupCodes } = await enable(ada);
    const { rows } = await app.pool.query<{ kept: string }>(
      'select t::text as kept from identity.two_factor t',
    );
    const key = new URL(totpURI).searchParams.get('secret')!;
    for (const { kept } of rows) {
      expect(kept).not.toContain(key);
      for (const code of backupCodes) expect(kept).not.toContain(code);
    }
  });
});

describe('an admin outside the demo', () => {
  it('can do nothing of an admin’s until they have it', async () => {
    const { databaseUrl, pool } = app;
    const admin = await signInAs(app, 'Admin');
    const demo = await app.call('GET', '/users?limit=1', { token: admin.token });
    expect(demo.status).toBe(200);
    // A server outside the demo refuses a database with the demo's accounts.
    for (const table of ['users', 'identity.user']) {
      await pool.query(`update ${table} set email = replace(email, '@classharbor.test', '@school.example')`);
    }
    const shop = attachTestApp(
      await startTestServer(databaseUrl, {
        DEMO: 'off',
        STRIPE_SECRET_KEY: 'sk_test_x',
        STRIPE_PUBLISHABLE_KEY: 'pk_test_x',
        STRIPE_WEBHOOK_SECRET: 'whsec_x',
        STRIPE_API_BASE: 'http://localhost:9',
      }),
      { databaseUrl, pool },
    );
    const list = () => shop.call('GET', '/users?limit=1', { token: admin.token });
    expect((await shop.call('GET', '/config')).body).toMatchObject({ adminsNeedSecondFactor: true });
    const refused = await list();
    expect(refused.status).toBe(409);
    expect(refused.body.error.code).toBe('second_factor_required');
    const others = await shop.call('GET', `/enrollments?email=somebody@example.test`, { token: admin.token });
    expect(others.status).toBe(403);
    await pool.query("update identity.user set two_factor_enabled = true where email like 'admin@%'");
    expect((await list()).status).toBe(200);
    await shop.close();
  });
});
