import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addClass, buyClass, publishClass } from '#tests/support/classes.ts';
import { addDraft, addLesson } from '#tests/support/curriculum.ts';
import { Discussion } from '#tests/support/discussion.ts';
import { uploadFile } from '#tests/support/pictures.ts';
import { createTeacher, register, signIn, signInAs, type TestUser } from '#tests/support/users.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { PASSWORD } from '#tests/support/password.ts';

let app: TestApp;
let ada: TestUser;

beforeAll(async () => {
  app = await startTestApp();
  ada = await register(app, { name: 'Ada' });
});
afterAll(() => app.close());

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

  it('has a reported text as it was read, and no later version of it', async () => {
    const { people, section } = await Discussion.create(app);
    const lesson = await addLesson(app, people.teacher, section);
    const asked = await app.call('POST', `/lessons/${lesson}/questions`, {
      body: { text: 'Rude words' },
      token: people.ada.token,
    });
    const id = asked.body.insertedId as string;
    await app.call('POST', `/posts/${id}/report`, { body: { reason: 'Rude' }, token: people.ben.token });
    const reports = async () =>
      (await app.call('GET', '/account/data', { token: people.ben.token })).body.reports as unknown;
    expect(await reports()).toMatchObject([{ reported: 'Rude words', reason: 'Rude' }]);
    await app.call('PUT', `/posts/${id}`, {
      body: { text: 'For students only', version: 1 },
      token: people.ada.token,
    });
    expect(await reports()).toMatchObject([{ reported: null, reason: 'Rude' }]);
  });

  it('says whether the account has a password', async () => {
    const ben = await register(app);
    const hasPassword = async () =>
      (await app.call('GET', '/account/password', { token: ben.token })).body as unknown;
    expect(await hasPassword()).toEqual({ hasPassword: true });
    await app.pool.query(
      'delete from identity.account where user_id = (select identity_id from users where email = $1)',
      [ben.email],
    );
    expect(await hasPassword()).toEqual({ hasPassword: false });
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

  it('deletion of a teacher deletes the drafts and their files, and keeps lessons for the students', async () => {
    const { people, section } = await Discussion.create(app);
    const { teacher } = people;
    const published = await addLesson(app, teacher, section);
    const reopened = await addLesson(app, teacher, section);
    await app.call('PUT', `/lessons/${reopened}/progress`, {
      body: { isDone: true },
      token: people.ada.token,
    });
    await app.pool.query("update lessons set status = 'draft' where id = $1", [reopened]);
    const draft = await addDraft(app, teacher, section);
    const { body: file } = await uploadFile(app, teacher, Buffer.from('Unfinished'), 'a.txt');
    await app.pool.query('update lessons set file_id = $2 where id = $1', [draft, file._id]);
    await app.call('DELETE', '/account', {
      body: { email: teacher.email, password: PASSWORD },
      token: teacher.token,
    });
    const ids = [published, reopened, draft];
    const { rows } = await app.pool.query('select id from lessons where id = any($1)', [ids]);
    expect(rows.map(({ id }) => id as string).sort()).toEqual([published, reopened].sort());
    expect((await app.pool.query('select from files where id = $1', [file._id])).rowCount).toBe(0);
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
