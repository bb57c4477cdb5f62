import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buyClass, publishClass } from '#tests/support/classes.ts';
import { addLesson, addSection } from '#tests/support/curriculum.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { createStudent, createTeacher, signInAs, type TestUser } from '#tests/support/users.ts';

let app: TestApp;
let admin: TestUser;
let teacher: TestUser;
let classId: string;
let section: string;

beforeAll(async () => {
  app = await startTestApp();
  admin = await signInAs(app, 'Admin');
  teacher = await createTeacher(app);
  classId = await publishClass(app, teacher, admin, { title: 'Joinery' });
  section = await addSection(app, teacher, classId);
});
afterAll(() => app.close());

/** A question that was reported and found harmless. */
const dismissedQuestion = async (author: TestUser, lesson: string): Promise<string> => {
  const { body } = await app.call('POST', `/lessons/${lesson}/questions`, {
    body: { text: 'You are all fools' },
    token: author.token,
  });
  const id = body.insertedId as string;
  await app.call('POST', `/posts/${id}/report`, { body: { reason: 'Rude' }, token: teacher.token });
  const reported = await app.call('GET', '/reports', { token: admin.token });
  const { changedAt } = reported.body.find(({ _id }: { _id: string }) => _id === id);
  const dismissed = await app.call('PATCH', `/reports/dismiss/${id}`, {
    body: { changedAt },
    token: admin.token,
  });
  expect(dismissed.body).toEqual({ modifiedCount: 1 });
  return id;
};

/** The name in the audit trail, and the number of notifications that quote the question. */
const traces = async (id: string) => {
  const { rows } = await app.pool.query<{ name: string; quotes: number }>(
    `select (select subject_name from audit_trail where subject_id = $1) as name,
            (select count(*)::int from notifications where subject = $1) as quotes`,
    [id],
  );
  return rows[0];
};

const NAMED = 'Eve Smith on "Joinery"';

describe('a question that was deleted before its author’s account', () => {
  it.each(['by its author', 'with its lesson'])('leaves neither name nor quote: %s', async (how) => {
    const eve = await createStudent(app, { name: 'Eve Smith' });
    await buyClass(app, eve, classId);
    const lesson = await addLesson(app, teacher, section);
    const id = await dismissedQuestion(eve, lesson);
    expect(await traces(id)).toEqual({ name: NAMED, quotes: 1 });
    const deleted =
      how === 'by its author'
        ? await app.call('DELETE', `/posts/${id}`, { token: eve.token })
        : await app.call('DELETE', `/lessons/${lesson}`, { token: teacher.token });
    expect(deleted.status).toBe(200);
    expect(await traces(id)).toEqual({ name: NAMED, quotes: 0 });
    const { rows } = await app.pool.query<{ id: string }>('select id from users where email = $1', [
      eve.email,
    ]);
    await app.call('DELETE', `/users/${rows[0]!.id}`, { token: admin.token });
    expect(await traces(id)).toEqual({ name: 'Deleted user', quotes: 0 });
  });
});
