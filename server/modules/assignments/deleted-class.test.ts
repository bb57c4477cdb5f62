import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { userIdOf } from '#tests/support/books.ts';
import { Course } from '#tests/support/certificates.ts';
import { classInput } from '#tests/support/classes.ts';
import { dayFromNow } from '#tests/support/days.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { createTeacher, type TestUser } from '#tests/support/users.ts';

let app: TestApp;
let course: Course;
let student: TestUser & { transactionId: string };

beforeAll(async () => {
  app = await startTestApp();
  course = await Course.create(app);
});
afterAll(() => app.close());

const call = (method: string, path: string, body?: object, by: TestUser = course.teacher) =>
  app.call(method, path, { ...(body && { body }), token: by.token });
const ofClass = (path = '') => `/classes/${course.classId}${path}`;

/** The class is deleted while a student who has completed its lessons is enrolled. */
beforeEach(async () => {
  await course.renew();
  student = await course.enroll();
  await course.finishLessons(student);
  expect((await call('DELETE', ofClass())).body).toEqual({ deletedCount: 1 });
});

describe('a deleted class with students', () => {
  it('has its submissions read, downloaded and graded by its teacher, up to the certificate', async () => {
    const submission = await course.submit(student);
    const { body: waiting } = await call('GET', '/submissions/ungraded');
    expect(waiting).toMatchObject([{ _id: course.classId, count: 1 }]);
    const { body: own } = await call('GET', ofClass());
    expect(own).toMatchObject({ deleted: true, email: course.teacher.email, assignments: { marks: 10 } });
    expect((await call('GET', ofClass('/submissions'))).body).toMatchObject([{ _id: submission }]);
    expect((await call('GET', ofClass('/progress'))).body).toMatchObject({ submissions: 1, marked: 0 });
    const { body: link } = await call('GET', ofClass('/submission-files/link'));
    expect((await fetch(`${app.url}${link.address}`)).status).toBe(200);
    expect((await course.mark(submission, 7)).body).toEqual({ modifiedCount: 1 });
    expect((await call('GET', '/submissions/ungraded')).body).toEqual([]);
    expect(await course.certificateProgress(student)).toMatchObject({
      assignment: 'passed',
      code: expect.any(String),
    });
  });

  it('has its questions answered and its progress read by its teacher', async () => {
    const [lesson] = course.lessons;
    const { body: asked } = await call('POST', `/lessons/${lesson}/questions`, { text: 'Why?' }, student);
    const open = await call('GET', `/questions/open?classId=${course.classId}`);
    expect(open.body).toMatchObject([{ _id: asked.insertedId }]);
    expect((await call('GET', ofClass('/curriculum'))).status).toBe(200);
    const answer = await call('POST', `/questions/${asked.insertedId}/answers`, { text: 'Because.' });
    expect(answer.status).toBe(200);
    for (const path of ['/students', '/students.csv', '/lesson-counts'])
      expect((await call('GET', ofClass(path))).status, path).toBe(200);
  });

  it('is neither listed nor changed', async () => {
    const { title, image, description, price } = classInput();
    const changes: [string, string, object?][] = [
      ['PUT', ofClass(), { title, image, description, price }],
      ['DELETE', ofClass()],
      ['PATCH', ofClass('/assignments'), { title, description, marks: 5, date: dayFromNow(30) }],
      ['GET', ofClass('/curriculum/draft')],
      ['POST', ofClass('/sections'), { title: 'More' }],
      ['DELETE', `/lessons/${course.lessons[0]}`],
    ];
    for (const [method, path, body] of changes)
      expect((await call(method, path, body)).status, `${method} ${path}`).toBe(404);
    const listed = await call('GET', `/classes/teacher/${course.teacher.email}`);
    expect(listed.body.map(({ _id }: { _id: string }) => _id)).not.toContain(course.classId);
  });

  it('is shown as before to its students, and not at all to others', async () => {
    const { status, body } = await call('GET', ofClass(), undefined, student);
    expect(status).toBe(200);
    expect(body).not.toHaveProperty('deleted');
    const other = await createTeacher(app);
    expect((await call('GET', ofClass(), undefined, other)).status).toBe(404);
    expect((await call('GET', ofClass('/submissions'), undefined, other)).status).toBe(403);
    expect((await call('GET', ofClass(), undefined, course.admin)).status).toBe(404);
  });
});

describe('a deleted class whose students have left', () => {
  it.each([
    ['by a refund', () => course.refund(student.transactionId)],
    [
      'by deleting their account',
      async () => call('DELETE', `/users/${await userIdOf(app.pool, student)}`, undefined, course.admin),
    ],
  ])('is gone for its teacher as well: %s', async (_, leave) => {
    await call('POST', `/lessons/${course.lessons[0]}/questions`, { text: 'Why?' }, student);
    const submission = await course.submit(student);
    await leave();
    expect((await call('GET', '/submissions/ungraded')).body).toEqual([]);
    expect(
      (await call('GET', '/questions/open')).body.map(({ classId }: { classId: string }) => classId),
    ).not.toContain(course.classId);
    for (const path of ['', '/submissions', '/progress', '/students'])
      expect((await call('GET', ofClass(path))).status, path).toBe(404);
    expect((await course.mark(submission, 7)).status).toBe(404);
  });
});
