import { afterAll, beforeAll, expect, it } from 'vitest';
import { userIdOf } from '#tests/support/books.ts';
import { buyClass, publishClass } from '#tests/support/classes.ts';
import { addLesson, addSection } from '#tests/support/curriculum.ts';
import { emailsTo } from '#tests/support/emails.ts';
import { PASSWORD } from '#tests/support/password.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { createStudent, createTeacher, signInAs, type TestUser } from '#tests/support/users.ts';

let app: TestApp;
let admin: TestUser;
let teacher: TestUser;

beforeAll(async () => {
  app = await startTestApp();
  admin = await signInAs(app, 'Admin');
  teacher = await createTeacher(app);
});
afterAll(() => app.close());

const lossOf = (id: string) =>
  app.call('GET', `/users/${id}/deletion-loss`, { token: admin.token }).then(({ body }) => body as unknown);

/** Publishes a free class of one lesson, which the student completes. */
const earnCertificate = async ({ token }: TestUser): Promise<void> => {
  const classId = await publishClass(app, teacher, admin, { price: 0 });
  const lesson = await addLesson(app, teacher, await addSection(app, teacher, classId));
  await app.call('POST', `/classes/${classId}/enrollment`, { token });
  await app.call('PUT', `/lessons/${lesson}/progress`, { body: { isDone: true }, token });
};

it('tells users and admins which certificates, classes and refunds an account has', async () => {
  const ada = await createStudent(app);
  const id = await userIdOf(app.pool, ada);
  const nothing = { certificates: 0, enrollments: 0, openRefunds: 0 };
  expect(await lossOf(id)).toEqual(nothing);
  await earnCertificate(ada);
  const transactionId = await buyClass(app, ada, await publishClass(app, teacher, admin));
  expect(await lossOf(id)).toEqual({ certificates: 1, enrollments: 2, openRefunds: 0 });
  await app.pool.query('update payments set refund_failed_at = now() where transaction_id = $1', [
    transactionId,
  ]);
  await app.pool.query('update certificates set failed_at = now() where user_id = $1', [id]);
  const own = await app.call('GET', '/account/deletion-loss', { token: ada.token });
  expect(own.body).toEqual({ certificates: 0, enrollments: 2, openRefunds: 1 });
  expect(await lossOf(id)).toEqual(own.body);
  const other = await userIdOf(app.pool, await createStudent(app));
  expect(await lossOf(other)).toEqual(nothing);
  await app.call('DELETE', `/users/${other}`, { token: admin.token });
  const gone = await app.call('GET', `/users/${other}/deletion-loss`, { token: admin.token });
  expect(gone.status).toBe(404);
});

it('sends a last email to the address of an account that its user or an admin has deleted', async () => {
  const [ada, ben] = [await createStudent(app), await createStudent(app)];
  await buyClass(app, ben);
  await app.call('DELETE', '/account', { body: { email: ada.email, password: PASSWORD }, token: ada.token });
  await app.call('DELETE', `/users/${await userIdOf(app.pool, ben)}`, { token: admin.token });
  const [toAda] = await emailsTo(app, ada.email);
  expect(toAda).toContain('Your account was deleted, as you asked while you were logged in.');
  expect(toAda).toContain('contact us immediately.');
  expect(toAda).not.toContain('the receipts');
  const [toBen] = await emailsTo(app, ben.email);
  expect(toBen).toContain('An admin deleted your account.');
  expect(toBen).toContain('we keep your name, your email address and the receipts');
  for (const [email, { name }] of [
    [toAda, ada],
    [toBen, ben],
  ] as const)
    expect(email).not.toContain(name);
});
