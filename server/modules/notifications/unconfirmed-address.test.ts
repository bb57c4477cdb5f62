import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publishClass } from '#tests/support/classes.ts';
import { addLesson, addSection } from '#tests/support/curriculum.ts';
import { dayFromNow } from '#tests/support/days.ts';
import { emailsDelivered } from '#tests/support/emails.ts';
import { type MailServer, startMailServer } from '#tests/support/mail-server.ts';
import { PASSWORD } from '#tests/support/password.ts';
import { setUpSecondFactor } from '#tests/support/second-factor.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { createTeacher, register, signInAs, type TestUser } from '#tests/support/users.ts';

/** What a stranger wants to tell someone whose address they have registered. */
const LURE = 'You won, see evil.example';

let mail: MailServer;
let app: TestApp;
let admin: TestUser;
let teacher: TestUser;
let classId: string;
let lesson: string;

beforeAll(async () => {
  mail = await startMailServer();
  app = await startTestApp({ SMTP_URL: mail.url, MAIL_RATE: '1000' });
  admin = await signInAs(app, 'Admin');
  teacher = await createTeacher(app);
  classId = await publishClass(app, teacher, admin, { price: 0 });
  lesson = await addLesson(app, teacher, await addSection(app, teacher, classId), { title: LURE });
});
afterAll(async () => {
  await app.close();
  await mail.close();
});

const confirm = ({ email }: TestUser) =>
  app.pool.query('update identity."user" set email_verified = true where email = $1', [email]);

/** Everything that was sent to an address, as one text. */
const textsTo = async (email: string): Promise<string> => {
  await emailsDelivered(app);
  return mail
    .to(email)
    .map(({ subject, text, html }) => [subject, text, html].join('\n'))
    .join('\n');
};

/** Causes every email to a student that has another user's words. */
const writeTo = async (student: TestUser): Promise<void> => {
  const call = async (...[method, path, options]: Parameters<TestApp['call']>) => {
    const { status, body } = await app.call(method, path, options);
    expect(status, path).toBe(200);
    return body;
  };
  const { token } = student;
  await call('POST', `/classes/${classId}/enrollment`, { token });
  const { insertedId: question } = await call('POST', `/lessons/${lesson}/questions`, {
    body: { text: 'Why?' },
    token,
  });
  await call('POST', `/questions/${question}/answers`, { body: { text: LURE }, token: teacher.token });
  const feedback = { classId, feedback: 'Fine', rating: 5 };
  const { insertedId } = await call('POST', '/feedback', { body: feedback, token });
  await call('PUT', `/feedback/${insertedId}/reply`, { body: { text: LURE }, token: teacher.token });
  await call('PATCH', `/classes/${classId}/assignments`, {
    body: { title: LURE, description: 'Do it', marks: 10, date: dayFromNow(30) },
    token: teacher.token,
  });
  const work = await call('PUT', `/classes/${classId}/submission`, { body: { text: 'Done' }, token });
  await call('PATCH', `/submissions/${work._id}`, {
    body: { marks: 10, comment: LURE },
    token: teacher.token,
  });
};

describe('an address that was never confirmed', () => {
  it('receives nothing that other users wrote, which the product shows', async () => {
    const victim = await register(app);
    await writeTo(victim);
    const { body } = await app.call('GET', '/notifications', { token: victim.token });
    expect((body as { kind: string }[]).map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['new answer', 'feedback reply', 'new assignment', 'submission graded']),
    );
    expect(await textsTo(victim.email)).not.toContain(LURE);
    expect(mail.to(victim.email).map(({ subject }) => subject)).toEqual(['Confirm your email address']);
  });

  it('receives it once it is confirmed', async () => {
    const student = await register(app);
    await confirm(student);
    await writeTo(student);
    const texts = await textsTo(student.email);
    for (const words of ['New answer in', 'Reply to your feedback', LURE]) expect(texts).toContain(words);
  });

  it('is not greeted by a name, which a stranger may have chosen', async () => {
    const stranger = await setUpSecondFactor(app, await register(app, { name: LURE }));
    const changed = await app.call('POST', '/auth/change-password', {
      body: { currentPassword: PASSWORD, newPassword: `${PASSWORD} 2` },
      cookie: stranger.cookie,
    });
    expect(changed.status).toBe(200);
    const { rows } = await app.pool.query<{ id: string }>('select id from users where email = $1', [
      stranger.email,
    ]);
    const reset = await app.call('DELETE', `/users/second-factor/${rows[0]!.id}`, { token: admin.token });
    expect(reset.body).toEqual({ modifiedCount: 1 });
    const texts = await textsTo(stranger.email);
    expect(texts).not.toContain(LURE);
    for (const subject of [
      'Two-factor authentication is on',
      'Your password was changed',
      'Two-factor authentication was reset',
    ])
      expect(texts).toContain(subject);
  });

  it('is told neither the name nor the next address of the account that was created with it', async () => {
    const person = await register(app, { name: LURE });
    const newEmail = `moved-${person.email}`;
    await app.call('POST', '/account/email-change', {
      body: { newEmail, password: PASSWORD },
      token: person.token,
      cookie: person.cookie,
    });
    await expect.poll(() => mail.to(newEmail).length).toBe(1);
    const token = /token=([^\s"&]+)/.exec(mail.to(newEmail)[0]!.text!)![1];
    const followed = await app.call('POST', '/account/email-link', {
      body: { token },
      token: person.token,
      cookie: person.cookie,
    });
    expect(followed.body).toEqual({ outcome: 'changed', email: newEmail });
    const texts = await textsTo(person.email);
    expect(texts).toContain('Your email address was changed');
    expect(texts).not.toContain(newEmail);
    expect(texts).not.toContain(LURE);
  });
});
