import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { linkIn, emailsTo, tokenEmailedTo } from '#tests/support/emails.ts';
import { register, signIn, type TestUser } from '#tests/support/users.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { PASSWORD } from '#tests/support/password.ts';

let app: TestApp;
let ada: TestUser;

beforeAll(async () => {
  app = await startTestApp();
  ada = await register(app, { name: 'Ada' });
});
afterAll(() => app.close());

const follow = (token: string, person: Partial<TestUser>) =>
  app.call('POST', '/account/email-link', { body: { token }, token: person.token });

const askForChange = (person: TestUser, newEmail: string, password = PASSWORD) =>
  app.call('POST', '/account/email-change', { body: { newEmail, password }, token: person.token });

const isConfirmed = async ({ cookie }: TestUser): Promise<boolean> =>
  (await app.call('GET', '/auth/get-session', { cookie })).body.user.emailVerified as boolean;

/** A new user with a confirmed address. */
const registerConfirmed = async (): Promise<TestUser> => {
  const person = await register(app);
  await follow(await tokenEmailedTo(app, person.email), person);
  return person;
};

describe('an email address', () => {
  it('is confirmed by the link in the registration email, only by the registered user', async () => {
    const eve = await register(app);
    const [message = ''] = await emailsTo(app, eve.email);
    expect(message).toContain('Confirm your email address');
    expect(message).toContain('If you did not create an account');
    expect(message).not.toContain(eve.name);
    const token = await tokenEmailedTo(app, eve.email);
    expect(linkIn(message)).toBe(`${app.url}/dashboard/emailLink?token=${token}`);
    expect((await follow(token, {})).status).toBe(401);
    const stranger = await follow(token, ada);
    expect(stranger.status).toBe(410);
    expect(stranger.body.error.code).toBe('link_invalid');
    expect(await isConfirmed(eve)).toBe(false);
    const { status, body, headers } = await follow(token, eve);
    expect(status).toBe(200);
    expect(body).toEqual({ outcome: 'confirmed', email: eve.email });
    expect(headers.getSetCookie()).toEqual([]);
    expect(await isConfirmed(eve)).toBe(true);
    expect((await follow(token, eve)).status).toBe(410);
  });

  it('can be sent another link, which replaces the first, until it is confirmed', async () => {
    const eve = await register(app);
    const first = await tokenEmailedTo(app, eve.email);
    const ask = () => app.call('POST', '/account/email-confirmation', { token: eve.token });
    expect((await ask()).body).toEqual({ sent: true });
    expect((await follow(first, eve)).status).toBe(410);
    expect((await follow(await tokenEmailedTo(app, eve.email), eve)).status).toBe(200);
    expect((await ask()).body).toEqual({ sent: false });
  });

  it('stores no link token in plain text', async () => {
    const eve = await register(app);
    const token = await tokenEmailedTo(app, eve.email);
    const { rows } = await app.pool.query<{ kept: string }>(
      'select l::text as kept from identity.email_link l',
    );
    expect(rows.length).toBeGreaterThan(0);
    for (const { kept } of rows) expect(kept).not.toContain(token);
  });

  it('is changed after the old and the new address have confirmed, and the session continues', async () => {
    const eve = await registerConfirmed();
    const newEmail = `moved-${eve.email}`;
    expect((await askForChange(eve, newEmail)).status).toBe(200);
    expect((await app.call('GET', `/users/admin/${newEmail}`, { token: eve.token })).status).toBe(403);
    const [toOld = ''] = await emailsTo(app, eve.email);
    expect(toOld).toContain(newEmail);
    expect(await emailsTo(app, newEmail)).toEqual([]);
    const agreed = await follow(await tokenEmailedTo(app, eve.email), eve);
    expect(agreed.body).toEqual({ outcome: 'agreed', email: eve.email });
    const changed = await follow(await tokenEmailedTo(app, newEmail), eve);
    expect(changed.body).toEqual({ outcome: 'changed', email: newEmail });
    expect(changed.headers.getSetCookie()).toEqual([]);
    expect((await app.call('GET', `/users/admin/${newEmail}`, { token: eve.token })).status).toBe(200);
    expect((await signIn(app, newEmail, PASSWORD)).email).toBe(newEmail);
    expect((await emailsTo(app, eve.email))[0]).toContain(`You now sign in as ${newEmail}`);
  });

  it('that is unconfirmed is notified of the change, which the new address confirms', async () => {
    const eve = await register(app);
    const newEmail = `moved-${eve.email}`;
    await askForChange(eve, newEmail);
    expect((await emailsTo(app, eve.email))[0]).toContain('asked to change its email address');
    const { body } = await follow(await tokenEmailedTo(app, newEmail), eve);
    expect(body).toEqual({ outcome: 'changed', email: newEmail });
    expect(await isConfirmed(eve)).toBe(true);
  });

  it('is not changed without the password', async () => {
    const eve = await register(app);
    const { status, body } = await askForChange(eve, 'elsewhere@example.test', 'not this one');
    expect(status).toBe(400);
    expect(body.error.fields).toHaveProperty('password');
  });

  it('does not reveal that another account has the requested address', async () => {
    const eve = await register(app);
    const before = (await emailsTo(app, ada.email)).length;
    const taken = await askForChange(eve, ada.email);
    const free = await askForChange(eve, 'somebody-new@example.test');
    expect(taken).toMatchObject({ status: free.status, body: free.body as object });
    expect(await emailsTo(app, ada.email)).toHaveLength(before);
  });

  it('is assigned to only one of two users who request it concurrently', async () => {
    const wanted = 'wanted@example.test';
    const [eve, bob] = [await register(app), await register(app)];
    const tokens: string[] = [];
    for (const person of [eve, bob]) {
      await askForChange(person, wanted);
      tokens.push(await tokenEmailedTo(app, wanted));
    }
    const responses = await Promise.all([follow(tokens[0]!, eve), follow(tokens[1]!, bob)]);
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(responses.find(({ status }) => status === 409)!.body.error.code).toBe('email_taken');
  });
});
