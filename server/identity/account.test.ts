import { createServer, type Server, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addClass, buyClass, publishClass } from '#tests/support/classes.ts';
import { linkIn, emailsTo, tokenEmailedTo } from '#tests/support/emails.ts';
import { createTeacher, register, signIn, signInAs, type TestUser } from '#tests/support/users.ts';
import { startTestServer } from '#tests/support/start-test-server.ts';
import { attachTestApp, startTestApp, type TestApp } from '#tests/support/test-app.ts';

const PASSWORD = 'a good password';

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

describe('a forgotten password', () => {
  it('is reset once by a link in an email, which ends every session', async () => {
    const eve = await register(app);
    const { status } = await app.call('POST', '/auth/request-password-reset', { body: { email: eve.email } });
    expect(status).toBe(200);
    const [message = ''] = await emailsTo(app, eve.email);
    expect(message).toContain('Set a new password');
    const token = new URL(linkIn(message)).searchParams.get('token')!;
    expect(linkIn(message)).toBe(`${app.url}/login/reset?token=${token}`);

    const reset = () =>
      app.call('POST', '/auth/reset-password', { body: { newPassword: 'quite another one', token } });
    expect((await reset()).status).toBe(200);
    expect((await reset()).status).toBe(400);
    expect((await app.call('GET', `/users/admin/${eve.email}`, { token: eve.token })).status).toBe(401);
    await expect(signIn(app, eve.email, PASSWORD)).rejects.toThrow('INVALID_EMAIL_OR_PASSWORD');
    expect((await signIn(app, eve.email, 'quite another one')).email).toBe(eve.email);
    expect((await emailsTo(app, eve.email))[0]).toContain('Your password was changed');
  });

  it('gets the same response for an unknown address, to which no email is sent', async () => {
    const known = await app.call('POST', '/auth/request-password-reset', { body: { email: ada.email } });
    const unknown = await app.call('POST', '/auth/request-password-reset', {
      body: { email: 'nobody@example.test' },
    });
    expect(unknown).toMatchObject({ status: known.status, body: known.body as object });
    expect(await emailsTo(app, 'nobody@example.test')).toEqual([]);
  });

  it('stores no reset token in plain text', async () => {
    await app.call('POST', '/auth/request-password-reset', { body: { email: ada.email } });
    const token = new URL(linkIn((await emailsTo(app, ada.email))[0]!)).searchParams.get('token')!;
    const { rows } = await app.pool.query<{ kept: string }>(
      'select identifier || value as kept from identity.verification',
    );
    expect(rows.length).toBeGreaterThan(0);
    for (const { kept } of rows) expect(kept).not.toContain(token);
  });
});

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

describe('sessions', () => {
  it('are listed for the user, who can end each of them', async () => {
    const here = await register(app);
    const there = await signIn(app, here.email, PASSWORD);
    const { body: sessions } = await app.call('GET', '/auth/list-sessions', { cookie: here.cookie });
    expect(sessions).toHaveLength(2);
    const other = (sessions as { token: string }[]).find(
      ({ token }) => !decodeURIComponent(here.cookie).includes(token),
    )!;
    await app.call('POST', '/auth/revoke-session', { body: { token: other.token }, cookie: ada.cookie });
    expect((await app.call('GET', `/users/admin/${here.email}`, { token: there.token })).status).toBe(200);
    await app.call('POST', '/auth/revoke-session', { body: { token: other.token }, cookie: here.cookie });
    expect((await app.call('GET', `/users/admin/${here.email}`, { token: there.token })).status).toBe(401);
    expect((await app.call('GET', `/users/admin/${here.email}`, { token: here.token })).status).toBe(200);
  });

  it('end with a password change, except for the session that made it', async () => {
    const here = await register(app);
    const there = await signIn(app, here.email, PASSWORD);
    const change = (currentPassword: string) =>
      app.call('POST', '/auth/change-password', {
        body: { currentPassword, newPassword: 'quite another one', revokeOtherSessions: true },
        cookie: here.cookie,
      });
    expect((await change('not this one')).status).toBe(400);
    expect((await change(PASSWORD)).status).toBe(200);
    for (const { token } of [here, there]) {
      expect((await app.call('GET', `/users/admin/${here.email}`, { token })).status).toBe(401);
    }
  });
});

describe('personal data', () => {
  it('is exported completely, without secrets or data of other users', async () => {
    const admin = await signInAs(app, 'Admin');
    const teacher = await createTeacher(app);
    const offer = await publishClass(app, teacher, admin, { title: 'Class of their own' });
    const buyer = await register(app);
    const transactionId = await buyClass(app, buyer, offer);
    await app.call('POST', '/feedback', {
      body: { classId: offer, feedback: 'Very good', rating: 5 },
      token: buyer.token,
    });
    const { status, body } = await app.call('GET', '/account/data', { token: buyer.token });
    expect(status).toBe(200);
    expect(body.person).toMatchObject({ email: buyer.email, name: buyer.name, emailVerified: false });
    expect(body.payments).toMatchObject([{ transactionId, amount: 1950 }]);
    expect(body.enrollments).toMatchObject([{ class: 'Class of their own' }]);
    expect(body.feedback).toMatchObject([{ text: 'Very good', rating: 5 }]);
    expect(body.sessions).toHaveLength(1);
    const text = JSON.stringify(body);
    expect(text).not.toContain(teacher.email);
    expect(text).not.toContain(ada.email);
    expect(text).not.toMatch(/password|token/i);
    const ofTeacher = (await app.call('GET', '/account/data', { token: teacher.token })).body;
    expect(ofTeacher.classes).toMatchObject([{ title: 'Class of their own' }]);
    expect(ofTeacher.teacherRequests).toHaveLength(1);
    expect(JSON.stringify(ofTeacher)).not.toContain(buyer.email);
  });

  it('is deleted by the user with address and password, while payments stay in the books', async () => {
    const buyer = await register(app);
    const transactionId = await buyClass(app, buyer);
    const leave = (body: object) => app.call('DELETE', '/account', { body, token: buyer.token });
    const wrongEmail = await leave({ email: ada.email, password: PASSWORD });
    expect(wrongEmail.status).toBe(400);
    expect(wrongEmail.body.error.fields).toHaveProperty('email');
    const wrongPassword = await leave({ email: buyer.email, password: 'not this one' });
    expect(wrongPassword.body.error.fields).toHaveProperty('password');
    expect((await leave({ email: buyer.email })).status).toBe(400);
    expect((await leave({ email: buyer.email, password: PASSWORD })).body).toEqual({ deletedCount: 1 });
    expect((await leave({ email: buyer.email, password: PASSWORD })).status).toBe(401);
    await expect(signIn(app, buyer.email, PASSWORD)).rejects.toThrow();
    const { rows } = await app.pool.query('select 1 from payments where transaction_id = $1', [
      transactionId,
    ]);
    expect(rows).toHaveLength(1);
  });

  it('deletion of a teacher hides their classes', async () => {
    const admin = await signInAs(app, 'Admin');
    const teacher = await createTeacher(app);
    const offer = await publishClass(app, teacher, admin);
    await addClass(app, teacher);
    await app.call('DELETE', '/account', {
      body: { email: teacher.email, password: PASSWORD },
      token: teacher.token,
    });
    expect((await app.call('GET', `/classes/${offer}`)).status).toBe(404);
  });

  it('of the last admin cannot be deleted', async () => {
    const admin = await signInAs(app, 'Admin');
    const { status, body } = await app.call('DELETE', '/account', {
      body: { email: admin.email, password: 'harbor123' },
      token: admin.token,
    });
    expect(status).toBe(409);
    expect(body.error.code).toBe('last_admin');
  });
});

describe('a mail server', () => {
  it('receives the emails with the configured sender', async () => {
    const received: string[] = [];
    /** Implements enough of SMTP (RFC 5321) to receive an email. */
    const converse = (socket: Socket) => {
      let isData = false;
      let end = '';
      socket.write('220 mail.test\r\n');
      socket.on('data', (chunk) => {
        const text = chunk.toString();
        received.push(text);
        // The end of an email may arrive in pieces.
        end = (end + text).slice(-5);
        if (isData && end !== '\r\n.\r\n') return;
        if (isData) socket.write('250 Taken\r\n');
        else if (/^DATA/im.test(text)) socket.write('354 Go on\r\n');
        else if (/^QUIT/im.test(text)) socket.end('221 Bye\r\n');
        else socket.write('250 mail.test\r\n');
        isData = /^DATA/im.test(text);
      });
    };
    const mailServer: Server = createServer(converse);
    await new Promise<void>((resolve) => mailServer.listen(0, '127.0.0.1', resolve));
    const { port } = mailServer.address() as { port: number };
    const { databaseUrl, pool } = app;
    const shop = attachTestApp(
      await startTestServer(databaseUrl, {
        SMTP_URL: `smtp://127.0.0.1:${port}`,
        MAIL_FROM: 'School <school@example.test>',
      }),
      { databaseUrl, pool },
    );
    const config = (await shop.call('GET', '/config')).body;
    await shop.call('POST', '/auth/request-password-reset', { body: { email: ada.email } });
    await expect.poll(() => received.join('')).toContain('Subject: Set a new password');
    const outbox = await fetch(`${shop.url}/sandbox/mail`);
    await outbox.text();
    await shop.close();
    await new Promise((resolve) => mailServer.close(resolve));
    expect(config).toMatchObject({ sendsEmail: true });
    expect(config).not.toHaveProperty('outbox');
    expect(received.join('')).toContain('From: School <school@example.test>');
    expect(received.join('')).toContain(`RCPT TO:<${ada.email}>`);
    expect(outbox.status).toBe(404);
  });
});
