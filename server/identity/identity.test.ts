import { SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nameSchema } from '#contract/common.ts';
import { register, signIn, type TestUser } from '#tests/support/users.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { popupUrl, signInThroughSandbox } from '#tests/support/third-party.ts';
import { PASSWORD } from '#tests/support/password.ts';
import { tidyProfile } from './provider-profile.ts';

let app: TestApp;
let ada: TestUser;
let ben: TestUser;

beforeAll(async () => {
  app = await startTestApp();
  ada = await register(app, { name: 'Ada' });
  ben = await register(app, { name: 'Ben' });
});
afterAll(() => app.close());

describe('registration and login', () => {
  it('registers, signs in and signs out', async () => {
    const again = await signIn(app, ada.email, PASSWORD);
    expect(again.name).toBe('Ada');
    const out = await app.call('POST', '/auth/sign-out', { body: {}, cookie: again.cookie });
    expect(out.status).toBe(200);
    const { status } = await app.call('POST', '/jwt', { body: { email: ada.email }, cookie: again.cookie });
    expect(status).toBe(401);
  });

  it('rejects a wrong password and a password with fewer than six characters', async () => {
    const wrong = await app.call('POST', '/auth/sign-in/email', {
      body: { email: ada.email, password: 'wrong one' },
    });
    expect(wrong.status).toBe(401);
    expect(wrong.body.code).toBe('INVALID_EMAIL_OR_PASSWORD');
    const short = await app.call('POST', '/auth/sign-up/email', {
      body: { email: 'short@example.test', name: 'Short', password: 'abcde' },
    });
    expect(short.status).toBe(400);
    expect(short.body.code).toBe('PASSWORD_TOO_SHORT');
  });

  it.each(['password', 'Password1', 'QWERTY', '123456', '１２３４５６', 'ｐａｓｓｗｏｒｄ'])(
    'rejects the common password %s',
    async (password) => {
      const refusal = { status: 400, body: { code: 'PASSWORD_TOO_COMMON' } };
      const registration = { email: 'common@example.test', name: 'Common', password };
      expect(await app.call('POST', '/auth/sign-up/email', { body: registration })).toMatchObject(refusal);
      const change = { currentPassword: PASSWORD, newPassword: password };
      const { cookie } = ada;
      expect(await app.call('POST', '/auth/change-password', { body: change, cookie })).toMatchObject(
        refusal,
      );
      const reset = { token: 'made up', newPassword: password };
      expect(await app.call('POST', '/auth/reset-password', { body: reset })).toMatchObject(refusal);
      const asked = await app.call('POST', '/auth/sign-in/email', { body: registration });
      expect(asked.body.code).toBe('INVALID_EMAIL_OR_PASSWORD');
    },
  );

  it('enforces the configured minimum length of a password, counted in code points', async () => {
    const site = await startTestApp({ PASSWORD_MIN_LENGTH: '10' });
    const { body: config } = await site.call('GET', '/config');
    const register = (password: string) =>
      site.call('POST', '/auth/sign-up/email', {
        body: { email: 'length@example.test', name: 'Length', password },
      });
    const short = [await register('ninechars'), await register('🦉🦉🦉🦉🦉')];
    const long = await register('ten chars!');
    await site.close();
    expect(config.passwordMinLength).toBe(10);
    for (const { status, body } of short) {
      expect(status).toBe(400);
      expect(body.code).toBe('PASSWORD_TOO_SHORT');
    }
    expect(long.status).toBe(200);
  });

  it('rejects a second registration of an address', async () => {
    const { status } = await app.call('POST', '/auth/sign-up/email', {
      body: { email: ada.email, name: 'Other', password: 'another password' },
    });
    expect(status).toBe(422);
  });

  it('rejects a cross-site request with cookies', async () => {
    const { status } = await app.call('POST', '/auth/sign-out', {
      body: {},
      cookie: ada.cookie,
      headers: { origin: 'https://evil.test' },
    });
    expect(status).toBe(403);
  });

  it('copies a changed name and photo to the user record', async () => {
    const eve = await register(app, { name: 'Eve' });
    const change = { name: 'Eve Moved', image: '/pictures/avatars/07.svg' };
    expect((await app.call('POST', '/auth/update-user', { body: change, cookie: eve.cookie })).status).toBe(
      200,
    );
    const { rows } = await app.pool.query('select name, photo from users where email = $1', [eve.email]);
    expect(rows).toEqual([{ name: 'Eve Moved', photo: '/pictures/avatars/07.svg' }]);
  });

  it('changes no profile for a client that takes the session for another user’s', async () => {
    const [eve, uma] = [await register(app, { name: 'Eve' }), await register(app, { name: 'Uma' })];
    const rename = (name: string, email: string) =>
      app.call('POST', '/auth/update-user', { body: { name, email }, cookie: uma.cookie });
    expect((await rename('Eve Moved', eve.email)).status).toBe(409);
    expect((await rename('Uma Moved', uma.email.toUpperCase())).status).toBe(200);
    const { rows } = await app.pool.query('select name, email from identity.user where email = any($1)', [
      [eve.email, uma.email],
    ]);
    expect(rows).toHaveLength(2);
    expect(rows).toContainEqual({ name: 'Eve', email: eve.email });
    expect(rows).toContainEqual({ name: 'Uma Moved', email: uma.email });
  });
});

describe('POST /jwt', () => {
  it('issues a token for one hour for the caller’s own address, case-insensitively', async () => {
    const { status, body } = await app.call('POST', '/jwt', {
      body: { email: ada.email.toUpperCase() },
      cookie: ada.cookie,
    });
    expect(status).toBe(200);
    const claims = JSON.parse(Buffer.from(body.token.split('.')[1], 'base64url').toString());
    expect(claims.exp - claims.iat).toBe(3600);
  });

  it('is 401 without a session and with an invented one: an email address is not enough', async () => {
    expect((await app.call('POST', '/jwt', { body: { email: ada.email } })).status).toBe(401);
    const cookie = 'better-auth.session_token=made-up.signature';
    expect((await app.call('POST', '/jwt', { body: { email: ada.email }, cookie })).status).toBe(401);
  });

  it('is 403 for another user’s address', async () => {
    const { status, body } = await app.call('POST', '/jwt', {
      body: { email: ben.email },
      cookie: ada.cookie,
    });
    expect(status).toBe(403);
    expect(body.error.code).toBe('forbidden');
  });

  it.each([{}, { email: 5 }, { email: 'nobody' }])('is 400 and names the field for %o', async (body) => {
    const response = await app.call('POST', '/jwt', { body, cookie: ada.cookie });
    expect(response.status).toBe(400);
    expect(response.body.error.fields).toHaveProperty('email');
  });
});

describe('access tokens', () => {
  const read = (token: string) => app.call('GET', `/enrollments?email=${ada.email}`, { token });

  it('end with the session that they were issued for', async () => {
    const session = await signIn(app, ada.email, PASSWORD);
    expect((await read(session.token)).status).toBe(200);
    await app.call('POST', '/auth/sign-out', { body: {}, cookie: session.cookie });
    expect((await read(session.token)).status).toBe(401);
    expect((await read(ada.token)).status).toBe(200);
  });

  it('are rejected if forged, unsigned, expired or malformed', async () => {
    const [header, payload] = ada.token.split('.') as [string, string];
    const { sub, sid } = JSON.parse(Buffer.from(payload, 'base64url').toString());
    const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${payload}.`;
    const forged = await new SignJWT({ sid })
      .setProtectedHeader({ alg: 'HS256' })
      .setIssuer('classharbor')
      .setSubject(sub)
      .setExpirationTime('1h')
      .sign(new TextEncoder().encode('a key that an attacker made up.....'));
    for (const token of [forged, unsigned, `${header}.${payload}.`, 'garbled', '']) {
      expect((await read(token)).status).toBe(401);
    }
  });
});

describe('third-party sign-in', () => {
  it('signs in through the sandbox with an account created there', async () => {
    const { page, cookie } = await signInThroughSandbox(app, {
      name: 'Nia Popup',
      email: 'nia@example.test',
    });
    expect(page).toContain('Completing sign-in');
    const session = await app.call('GET', '/auth/get-session', { cookie });
    expect(session.body.user).toMatchObject({
      email: 'nia@example.test',
      name: 'Nia Popup',
      emailVerified: true,
    });
    expect((await app.call('POST', '/jwt', { body: { email: 'nia@example.test' }, cookie })).status).toBe(
      200,
    );
  });

  it('signs in to an existing account with the same verified address', async () => {
    const sample = await signIn(app, 'student@classharbor.test', 'harbor123');
    const { cookie } = await signInThroughSandbox(app, { email: sample.email });
    const session = await app.call('GET', '/auth/get-session', { cookie });
    expect(session.body.user).toMatchObject({ email: sample.email, name: 'Samir Patel' });
    const { body } = await app.call('POST', '/jwt', { body: { email: sample.email }, cookie });
    const enrollments = await app.call('GET', `/enrollments?email=${sample.email}`, { token: body.token });
    expect(enrollments.body).toHaveLength(3);
  });

  it('does not sign in to a password account with an unverified address', async () => {
    const { cookie } = await signInThroughSandbox(app, { name: 'Not Ada', email: ada.email });
    const { body } = await app.call('GET', '/auth/get-session', { cookie });
    expect(body === '' || body === null).toBe(true);
  });

  it('uses Google if its keys are set', async () => {
    const withGoogle = await startTestApp({ GOOGLE_CLIENT_ID: 'an id', GOOGLE_CLIENT_SECRET: 'a secret' });
    const { body } = await withGoogle.call('GET', '/config');
    const response = await fetch(popupUrl(withGoogle, 'google'), { redirect: 'manual' });
    await withGoogle.close();
    expect(body.thirdPartySignIn).toBe('google');
    const target = new URL(response.headers.get('location')!);
    expect(target.hostname).toBe('accounts.google.com');
    expect(target.searchParams.get('redirect_uri')).toBe(`${withGoogle.url}/api/auth/callback/google`);
  });

  it('limits names and pictures to what the contract allows', async () => {
    const email = 'shown@example.test';
    const name = `Shown\r\nBcc: everybody@example.test ${'x'.repeat(200)}`;
    const { cookie } = await signInThroughSandbox(app, { name, email });
    const { body } = await app.call('GET', '/auth/get-session', { cookie });
    expect(body.user.email).toBe(email);
    expect(nameSchema.safeParse(body.user.name).success).toBe(true);
    expect(body.user.name).toMatch(/^Shown/);
    for (const picture of ['javascript:alert(1)', 'data:text/html,x', 5]) {
      expect(tidyProfile({ image: picture as string })).toEqual({ image: null });
    }
    expect(tidyProfile({ name: ' \u202e ' })).toEqual({ name: 'Unnamed user' });
    expect(() => tidyProfile({ email: `${'x'.repeat(300)}@example.test` })).toThrow();
  });

  it('does not start from another site’s window', async () => {
    const { status } = await app.call(
      'GET',
      '/auth/oauth-popup/start?provider=sandbox&popupOrigin=https%3A%2F%2Fevil.test',
    );
    expect(status).toBe(403);
  });
});
