import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { emailsTo, tokenEmailedTo } from '#tests/support/emails.ts';
import { cookieOf, register, signIn, signInAs, type TestUser, tokenFor } from '#tests/support/users.ts';
import { giveCode, setUpSecondFactor } from '#tests/support/second-factor.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { signInThroughSandbox } from '#tests/support/third-party.ts';
import { codeFor } from '#tests/support/totp.ts';
import { PASSWORD } from '#tests/support/password.ts';

const OTHER = 'quite another one';

let app: TestApp;
let admin: TestUser;

beforeAll(async () => {
  app = await startTestApp();
  admin = await signInAs(app, 'Admin');
});
afterAll(() => app.close());

const askForChange = (person: TestUser, newEmail: string) =>
  app.call('POST', '/account/email-change', {
    body: { newEmail, password: PASSWORD },
    token: person.token,
  });
const follow = (token: string, person: Partial<TestUser> = {}) =>
  app.call('POST', '/account/email-link', { body: { token }, token: person.token });
const askForReset = async (email: string): Promise<string> => {
  await app.call('POST', '/auth/request-password-reset', { body: { email } });
  return tokenEmailedTo(app, email);
};
const reset = (token: string, newPassword = OTHER) =>
  app.call('POST', '/auth/reset-password', { body: { token, newPassword } });

const identityOf = async (email: string) => {
  const { rows } = await app.pool.query<{ id: string; email_verified: boolean; two_factor_enabled: boolean }>(
    'select * from identity.user where email = $1',
    [email],
  );
  return rows[0]!;
};
const promote = async ({ email }: TestUser) => {
  const { rows } = await app.pool.query<{ id: string }>(
    'select id from users where email = $1 and deleted_at is null',
    [email],
  );
  await app.call('PATCH', `/users/admin/${rows[0]!.id}`, { token: admin.token });
};
const hasValidSession = async ({ email, token }: TestUser): Promise<boolean> =>
  (await app.call('GET', `/users/admin/${email}`, { token })).status === 200;

describe('a link sent by email', () => {
  it('does not work for a later owner of the address', async () => {
    const email = 'boss@example.test';
    const squatter = await register(app, { email });
    const squatted = await identityOf(email);
    await askForChange(squatter, 'evil@example.test');
    const change = await tokenEmailedTo(app, 'evil@example.test');
    const resetLink = await askForReset(email);
    const left = await app.call('DELETE', '/account', {
      body: { email, password: PASSWORD },
      token: squatter.token,
    });
    expect(left.status).toBe(200);
    const open = await app.pool.query('select 1 from identity.verification where value = $1', [squatted.id]);
    expect(open.rows).toEqual([]);

    const owner = await register(app, { email });
    await promote(owner);
    const boss = await setUpSecondFactor(app, owner);
    for (const follower of [{}, squatter, boss]) {
      const { status, headers } = await follow(change, follower);
      expect([401, 410]).toContain(status);
      expect(headers.getSetCookie()).toEqual([]);
    }
    expect((await reset(resetLink)).status).toBe(400);
    expect((await identityOf(email)).id).not.toBe(squatted.id);
    expect((await app.call('GET', '/users?limit=1', { token: boss.token })).status).toBe(200);
  });

  const CHANGES: Record<string, (person: TestUser) => Promise<TestUser>> = {
    'a password reset': async (person) => {
      expect((await reset(await askForReset(person.email))).status).toBe(200);
      return signIn(app, person.email, OTHER);
    },
    'a password change': async (person) => {
      const changed = await app.call('POST', '/auth/change-password', {
        body: { currentPassword: PASSWORD, newPassword: OTHER, revokeOtherSessions: false },
        cookie: person.cookie,
      });
      const cookie = cookieOf(changed);
      return { ...person, cookie, token: await tokenFor(app, person.email, cookie) };
    },
    'a second factor': (person) => setUpSecondFactor(app, person),
    'a new email address': async (person) => {
      // Inserted directly, because requesting another change would replace the previous link.
      await app.pool.query("update identity.user set email = 'other-' || email where email = $1", [
        person.email,
      ]);
      return person;
    },
    'promotion to admin': async (person) => {
      await promote(person);
      return person;
    },
  };

  it.each(Object.keys(CHANGES))('is revoked by %s', async (change) => {
    const person = await register(app);
    const newEmail = `wanted-by-${person.email}`;
    await askForChange(person, newEmail);
    const links = [await tokenEmailedTo(app, newEmail)];
    await app.call('POST', '/account/email-confirmation', { token: person.token });
    links.push(await tokenEmailedTo(app, person.email));
    const resetLink = await askForReset(person.email);
    const changed = await CHANGES[change]!(person);
    for (const link of links) expect((await follow(link, changed)).status).toBe(410);
    expect((await reset(resetLink)).status).toBe(400);
    expect((await emailsTo(app, person.email)).length).toBeGreaterThan(0);
  });

  it('changes an address only after a recent code if the user has a second factor', async () => {
    const person = await setUpSecondFactor(app, await register(app));
    const newEmail = `moved-${person.email}`;
    await askForChange(person, newEmail);
    const link = await tokenEmailedTo(app, newEmail);
    await app.pool.query(
      `update identity.session set second_factor_at = now() - interval '11 minutes'
        where user_id = (select id from identity.user where email = $1)`,
      [person.email],
    );
    const refused = await follow(link, person);
    expect(refused.status).toBe(409);
    expect(refused.body.error.code).toBe('code_required');
    expect((await giveCode(app, codeFor(person.totpURI, 'next'), person.cookie)).status).toBe(200);
    expect((await follow(link, person)).body).toEqual({ outcome: 'changed', email: newEmail });
  });

  it('expires after an hour', async () => {
    const person = await register(app);
    const link = await tokenEmailedTo(app, person.email);
    await app.pool.query('update identity.email_link set expires_at = now()');
    expect((await follow(link, person)).status).toBe(410);
  });
});

describe('a stranger who registers with someone else’s address', () => {
  it('loses the account to the owner, who resets the password by email', async () => {
    const email = 'squatted@example.test';
    const squatter = await setUpSecondFactor(app, await register(app, { email }));
    await askForChange(squatter, 'squatter@example.test');
    const trojan = await tokenEmailedTo(app, 'squatter@example.test');

    expect((await reset(await askForReset(email))).status).toBe(200);
    expect(await hasValidSession(squatter)).toBe(false);
    await expect(signIn(app, email, PASSWORD)).rejects.toThrow('INVALID_EMAIL_OR_PASSWORD');
    expect((await identityOf(email)).two_factor_enabled).toBe(false);
    const owner = await signIn(app, email, OTHER);
    expect((await identityOf(email)).email_verified).toBe(true);
    for (const follower of [squatter, owner]) expect((await follow(trojan, follower)).status).not.toBe(200);

    const { cookie } = await signInThroughSandbox(app, { name: 'The Owner', email });
    expect((await app.call('GET', '/auth/get-session', { cookie })).body.user.email).toBe(email);
    expect((await emailsTo(app, email))[0]).toContain('A new way to log in');
  });

  it('cannot be confirmed by the owner, who is not signed in to that account', async () => {
    const email = 'doubted@example.test';
    const squatter = await register(app, { email });
    const link = await tokenEmailedTo(app, email);
    const owner = await register(app);
    expect((await follow(link)).status).toBe(401);
    expect((await follow(link, owner)).status).toBe(410);
    expect((await identityOf(email)).email_verified).toBe(false);
    await signInThroughSandbox(app, { name: 'The Owner', email });
    const { rows } = await app.pool.query('select provider_id from identity.account where user_id = $1', [
      (await identityOf(email)).id,
    ]);
    expect(rows).toEqual([{ provider_id: 'credential' }]);
    expect(await hasValidSession(squatter)).toBe(true);
  });

  it('loses it completely or not at all: a reset that fails halfway changes nothing, and can be repeated', async () => {
    const squatter = await setUpSecondFactor(app, await register(app));
    const link = await askForReset(squatter.email);
    await app.pool.query(
      `create function fail() returns trigger language plpgsql as $$ begin raise 'no'; end $$;
       create trigger fail before delete on identity.two_factor for each row execute function fail()`,
    );
    expect((await reset(link)).status).toBe(500);
    await app.pool.query('drop function fail cascade');
    expect(await hasValidSession(squatter)).toBe(true);
    expect((await reset(link)).status).toBe(200);
    expect(await hasValidSession(squatter)).toBe(false);
    const { email_verified, two_factor_enabled } = await identityOf(squatter.email);
    expect({ email_verified, two_factor_enabled }).toEqual({
      email_verified: true,
      two_factor_enabled: false,
    });
  });

  it('does not affect the second factor of a confirmed account when its password is reset', async () => {
    const person = await register(app);
    await follow(await tokenEmailedTo(app, person.email), person);
    await setUpSecondFactor(app, person);
    expect((await reset(await askForReset(person.email))).status).toBe(200);
    expect((await identityOf(person.email)).two_factor_enabled).toBe(true);
  });
});
