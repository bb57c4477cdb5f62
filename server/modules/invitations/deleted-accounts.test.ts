import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Invitations } from '#tests/support/invitations.ts';
import { PASSWORD } from '#tests/support/password.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { cookieOf, createStudent, signIn } from '#tests/support/users.ts';

let app: TestApp;
let invitations: Invitations;

beforeAll(async () => {
  app = await startTestApp();
  invitations = await Invitations.create(app);
  await invitations.setMode('invitation');
});
afterAll(() => app.close());

describe('the deletion of an account', () => {
  it('deletes the invitation with the data of its user, who can export it', async () => {
    const email = invitations.nextEmail();
    await invitations.invite(email);
    const user = await createStudent(app, { email, isConfirmed: true });
    const { body } = await app.call('GET', '/account/data', { token: user.token });
    expect(body).toMatchObject({ invitations: [{ email, used: false }] });
    await app.call('DELETE', '/account', { token: user.token, body: { email, password: PASSWORD } });
    expect(await invitations.ofAddress(email)).toEqual([]);
  });

  it('keeps the invitation to an address that somebody else has registered without confirming it', async () => {
    const email = invitations.nextEmail();
    await invitations.invite(email);
    const { token } = await createStudent(app, { email });
    expect((await app.call('GET', '/account/data', { token })).body.invitations).toEqual([]);
    await app.call('DELETE', '/account', { token, body: { email, password: PASSWORD } });
    expect(await invitations.ofAddress(email)).toHaveLength(1);
  });

  it('deletes the invitation to an address that its user has changed since', async () => {
    const [email, changed] = [invitations.nextEmail(), invitations.nextEmail()];
    await invitations.invite(email);
    const session = cookieOf(
      await invitations.signUp(
        email,
        await invitations.opened({ link: await invitations.emailedLink(email) }),
      ),
    );
    await app.call('POST', '/users', { body: { email }, cookie: session });
    const user = await signIn(app, email, PASSWORD);
    for (const table of ['users', 'identity.user'])
      await app.pool.query(`update ${table} set email = $2 where email = $1`, [email, changed]);
    const body = { email: changed, password: PASSWORD };
    expect((await app.call('DELETE', '/account', { token: user.token, body })).status).toBe(200);
    expect(await invitations.ofAddress(email)).toEqual([]);
  });
});
