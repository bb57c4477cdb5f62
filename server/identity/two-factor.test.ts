import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cookieOf, createStudent, signIn, signInAs, tokenFor } from '#tests/support/users.ts';
import { giveCode, setUpSecondFactor } from '#tests/support/second-factor.ts';
import { startTestServer } from '#tests/support/start-test-server.ts';
import { attachTestApp, startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { emailsTo } from '#tests/support/emails.ts';
import { codeFor } from '#tests/support/totp.ts';
import { PASSWORD } from '#tests/support/password.ts';
import { openDatabase } from '../database/client.ts';
import { removeSecondFactor } from './remove-second-factor.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const givePassword = async (email: string, password = PASSWORD) => {
  const response = await app.call('POST', '/auth/sign-in/email', { body: { email, password } });
  return { response, cookie: cookieOf(response) };
};

/** Makes the codes of a user's sessions look as if they were entered a while ago. */
const forgetCodes = (email: string) =>
  app.pool.query(
    `update identity.session set second_factor_at = now() - interval '11 minutes'
      where user_id = (select id from identity.user where email = $1)`,
    [email],
  );

const isSignedIn = async (email: string, cookie: string): Promise<boolean> =>
  (await app.call('POST', '/jwt', { body: { email }, cookie })).status === 200;

describe('two-factor authentication', () => {
  it('requires the password for setup, and stays off until a first correct code', async () => {
    const ada = await createStudent(app);
    const wrong = await app.call('POST', '/auth/two-factor/enable', {
      body: { password: 'not this one' },
      cookie: ada.cookie,
    });
    expect(wrong.status).toBe(400);
    await app.call('POST', '/auth/two-factor/enable', { body: { password: PASSWORD }, cookie: ada.cookie });
    const { cookie } = await givePassword(ada.email);
    expect(await isSignedIn(ada.email, cookie)).toBe(true);
  });

  it('requires both password and code', async () => {
    const ada = await createStudent(app);
    const { totpURI } = await setUpSecondFactor(app, ada);
    const { response, cookie } = await givePassword(ada.email);
    expect(response.body).toMatchObject({ twoFactorRedirect: true });
    expect(await isSignedIn(ada.email, cookie)).toBe(false);
    const wrong = await app.call('POST', '/auth/two-factor/verify-totp', {
      body: { code: '000000' },
      cookie,
    });
    expect(wrong.status).toBe(401);
    expect(await isSignedIn(ada.email, cookie)).toBe(false);
    const right = await app.call('POST', '/auth/two-factor/verify-totp', {
      body: { code: codeFor(totpURI, 'next') },
      cookie,
    });
    expect(right.status).toBe(200);
    expect(await isSignedIn(ada.email, cookieOf(right))).toBe(true);
    const codeAlone = await app.call('POST', '/auth/two-factor/verify-totp', {
      body: { code: codeFor(totpURI) },
    });
    expect(codeAlone.status).toBe(401);
  });

  it('accepts each backup code once', async () => {
    const ada = await createStudent(app);
    const { backupCodes } = await setUpSecondFactor(app, ada);
    const spend = async () => {
      const { cookie } = await givePassword(ada.email);
      return app.call('POST', '/auth/two-factor/verify-backup-code', {
        body: { code: backupCodes[0] },
        cookie,
      });
    };
    const first = await spend();
    expect(first.status).toBe(200);
    expect(await isSignedIn(ada.email, cookieOf(first))).toBe(true);
    expect((await spend()).status).toBe(401);
  });

  it('is turned off with the password and a recent code, which ends every other session', async () => {
    const ada = await createStudent(app);
    const { cookie, totpURI } = await setUpSecondFactor(app, ada);
    const elsewhere = await givePassword(ada.email);
    const there = await giveCode(app, codeFor(totpURI, 'next'), elsewhere.cookie);
    const off = (password: string) =>
      app.call('POST', '/auth/two-factor/disable', { body: { password }, cookie });
    expect((await off('not this one')).status).toBe(400);
    await forgetCodes(ada.email);
    const stale = await off(PASSWORD);
    expect(stale.status).toBe(409);
    expect(stale.body.code).toBe('CODE_NEEDED');
    await app.pool.query('update identity.two_factor set last_used_step = null');
    expect((await giveCode(app, codeFor(totpURI), cookie)).status).toBe(200);
    expect((await off(PASSWORD)).status).toBe(200);
    expect(await isSignedIn(ada.email, cookieOf(there))).toBe(false);
    expect(await isSignedIn(ada.email, (await givePassword(ada.email)).cookie)).toBe(true);
    expect((await emailsTo(app, ada.email))[0]).toContain('Two-factor authentication is off');
  });

  it('ends every other session and open link when it is set up, and notifies the user', async () => {
    const ada = await createStudent(app);
    const there = await signIn(app, ada.email, PASSWORD);
    const here = await setUpSecondFactor(app, ada);
    expect(await isSignedIn(ada.email, there.cookie)).toBe(false);
    expect((await app.call('GET', `/users/admin/${ada.email}`, { token: there.token })).status).toBe(401);
    expect(await isSignedIn(ada.email, here.cookie)).toBe(true);
    expect((await emailsTo(app, ada.email))[0]).toContain('Two-factor authentication is on');
  });

  it('accepts each code once, also of two concurrent requests', async () => {
    const ada = await createStudent(app);
    const { totpURI, code: used } = await setUpSecondFactor(app, ada);
    const again = await giveCode(app, used, (await givePassword(ada.email)).cookie);
    expect(again.status).toBe(401);
    expect(again.body.code).toBe('INVALID_CODE');
    const challenges = await Promise.all([1, 2, 3, 4].map(() => givePassword(ada.email)));
    const code = codeFor(totpURI, 'next');
    const responses = await Promise.all(challenges.map(({ cookie }) => giveCode(app, code, cookie)));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401]);
  });

  it('does not support trusted devices', async () => {
    const ada = await createStudent(app);
    const { totpURI } = await setUpSecondFactor(app, ada);
    const { cookie } = await givePassword(ada.email);
    const trusted = await app.call('POST', '/auth/two-factor/verify-totp', {
      body: { code: codeFor(totpURI, 'next'), trustDevice: true },
      cookie,
    });
    expect(trusted.status).toBe(400);
    expect(trusted.headers.getSetCookie()).toEqual([]);
  });

  it('is removed for a user who has lost it, which ends their sessions', async () => {
    const ada = await setUpSecondFactor(app, await createStudent(app));
    const { rows } = await app.pool.query<{ id: string }>('select id from identity.user where email = $1', [
      ada.email,
    ]);
    const { db, close } = await openDatabase(app.databaseUrl, () => undefined);
    const remove = () => db.transaction((trx) => removeSecondFactor(trx, rows[0]!.id));
    expect(await remove()).toBe(true);
    expect(await remove()).toBe(false);
    await close();
    expect(await isSignedIn(ada.email, ada.cookie)).toBe(false);
    expect(await isSignedIn(ada.email, (await givePassword(ada.email)).cookie)).toBe(true);
  });

  it('stores neither key nor backup codes in plain text', async () => {
    const ada = await createStudent(app);
    const { totpURI, backupCodes } = await setUpSecondFactor(app, ada);
    const { rows } = await app.pool.query<{ kept: string }>(
      'select t::text as kept from identity.two_factor t',
    );
    const key = new URL(totpURI).searchParams.get('secret')!;
    expect(rows.length).toBeGreaterThan(0);
    for (const { kept } of rows) {
      expect(kept).not.toContain(key);
      for (const code of backupCodes) expect(kept).not.toContain(code);
    }
  });
});

describe('an admin outside the demo', () => {
  it('has no admin rights without two-factor authentication', async () => {
    const { databaseUrl, pool } = app;
    const admin = await signInAs(app, 'Admin');
    const demo = await app.call('GET', '/users?limit=1', { token: admin.token });
    expect(demo.status).toBe(200);
    // Outside the demo the server refuses a database with the sample accounts.
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
    const list = (token = admin.token) => shop.call('GET', '/users?limit=1', { token });
    expect((await shop.call('GET', '/config')).body).toMatchObject({ adminsNeedSecondFactor: true });
    const refused = await list();
    expect(refused.status).toBe(409);
    expect(refused.body.error.code).toBe('second_factor_required');
    const others = await shop.call('GET', `/enrollments?email=somebody@example.test`, { token: admin.token });
    expect(others.status).toBe(403);
    const { email, cookie } = { email: 'admin@school.example', cookie: admin.cookie };
    const boss = await setUpSecondFactor(shop, { ...admin, email, cookie }, 'harbor123');
    expect((await list(boss.token)).status).toBe(200);
    await shop.close();
  });
});

describe('an admin with a second factor', () => {
  it('has no admin rights in a session until a code is entered', async () => {
    const boss = await setUpSecondFactor(app, await createStudent(app));
    await app.pool.query("update users set role = 'admin' where email = $1", [boss.email]);
    const list = (token: string) => app.call('GET', '/users?limit=1', { token });
    expect((await list(boss.token)).status).toBe(200);
    // A session of a third-party sign-in, which does not ask for our code.
    await app.pool.query(
      `update identity.session set second_factor_at = null
        where user_id = (select id from identity.user where email = $1)`,
      [boss.email],
    );
    const refused = await list(boss.token);
    expect(refused.status).toBe(409);
    expect(refused.body.error).toMatchObject({
      code: 'second_factor_required',
      message: expect.stringContaining('Enter a code') as string,
    });
    const others = await app.call('GET', '/enrollments?email=somebody@example.test', { token: boss.token });
    expect(others.status).toBe(403);
    expect((await giveCode(app, codeFor(boss.totpURI, 'next'), boss.cookie)).status).toBe(200);
    expect((await list(boss.token)).status).toBe(200);
  });

  it('keeps them after a password change, in the session that made it', async () => {
    const boss = await setUpSecondFactor(app, await createStudent(app));
    await app.pool.query("update users set role = 'admin' where email = $1", [boss.email]);
    const there = cookieOf(
      await giveCode(app, codeFor(boss.totpURI, 'next'), (await givePassword(boss.email)).cookie),
    );
    const changed = await app.call('POST', '/auth/change-password', {
      body: { currentPassword: PASSWORD, newPassword: 'quite another one', revokeOtherSessions: false },
      cookie: boss.cookie,
    });
    const token = await tokenFor(app, boss.email, cookieOf(changed));
    expect((await app.call('GET', '/users?limit=1', { token })).status).toBe(200);
    expect(await isSignedIn(boss.email, there)).toBe(false);
    expect((await emailsTo(app, boss.email))[0]).toContain('Your password was changed');
  });
});
