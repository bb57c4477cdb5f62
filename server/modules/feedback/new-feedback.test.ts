import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { buyClass, publishClass } from '#tests/support/classes.ts';
import { emailsTo } from '#tests/support/emails.ts';
import { PASSWORD } from '#tests/support/password.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { createStudent, createTeacher, signInAs, type TestUser } from '#tests/support/users.ts';

let app: TestApp;
let admin: TestUser;
let teacher: TestUser;
let ada: TestUser;
let classId: string;

beforeAll(async () => {
  app = await startTestApp();
  admin = await signInAs(app, 'Admin');
});
beforeEach(async () => {
  teacher = await createTeacher(app, { isConfirmed: true });
  ada = await createStudent(app);
  classId = await publishClass(app, teacher, admin, { title: 'Joinery' });
  await buyClass(app, ada, classId);
});
afterAll(() => app.close());

const give = async (feedback: string, by = ada, rating = 4): Promise<string> =>
  (await app.call('POST', '/feedback', { body: { classId, feedback, rating }, token: by.token })).body
    .insertedId;
const told = async () =>
  (await app.call('GET', '/notifications?kinds=new feedback', { token: teacher.token })).body;
const emailed = async () =>
  (await emailsTo(app, teacher.email)).filter((text) => text.includes('New feedback on'));

it('the teacher is told of feedback once, and sees its present text', async () => {
  await give('Sturdy');
  await emailed();
  await give('Sturdy, but slow', ada, 2);
  expect(await told()).toMatchObject([
    { quote: 'Sturdy, but slow', path: `/dashboard/myAddedClass?feedback=${classId}`, read: false },
  ]);
  expect((await told())[0].text).toContain('2 of 5 stars');
  expect(await emailed()).toEqual([expect.stringContaining('Sturdy')]);
});

it('of several on one class, only the first within an hour is emailed', async () => {
  const ben = await createStudent(app);
  await buyClass(app, ben, classId);
  await give('From Ada');
  // A change of the first one does not count.
  await give('From Ada, changed');
  await give('From Ben', ben);
  expect(await told()).toHaveLength(2);
  expect(await emailed()).toHaveLength(1);
});

it('the notification disappears when an admin hides the feedback, with that of the reply', async () => {
  const id = await give('Buy from me');
  await app.call('PUT', `/feedback/${id}/reply`, { body: { text: 'No' }, token: teacher.token });
  await app.call('PATCH', `/feedback/hide/${id}`, { body: { reason: 'Advertising' }, token: admin.token });
  expect(await told()).toEqual([]);
  const { body } = await app.call('GET', '/notifications?kinds=feedback reply', { token: ada.token });
  expect(body).toEqual([]);
});

it('the notification disappears with the account of the student', async () => {
  await give('Sturdy');
  const body = { email: ada.email, password: PASSWORD };
  expect((await app.call('DELETE', '/account', { body, token: ada.token })).status).toBe(200);
  expect(await told()).toEqual([]);
});
