import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { userIdOf } from '#tests/support/books.ts';
import { Course } from '#tests/support/certificates.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import type { TestUser } from '#tests/support/users.ts';

let app: TestApp;
let course: Course;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  course = await Course.create(app);
  await course.renew();
});

const deleteTeacher = async () => {
  const id = await userIdOf(app.pool, course.teacher);
  const { body } = await app.call('DELETE', `/users/${id}`, { token: course.admin.token });
  expect(body).toEqual({ deletedCount: 1 });
};
const submit = ({ token }: TestUser) =>
  app.call('PUT', `/classes/${course.classId}/submission`, { body: { text: 'Done' }, token });

describe('in a class whose teacher has deleted their account', () => {
  it('students who have completed the lessons get the certificate, without the assignment', async () => {
    const [idle, waiting, failed] = [await course.enroll(), await course.enroll(), await course.enroll()];
    for (const student of [idle, waiting, failed]) await course.finishLessons(student);
    await course.submit(waiting);
    await course.mark(await course.submit(failed), 1);
    await deleteTeacher();
    for (const student of [idle, waiting, failed]) {
      const { code, assignment } = await course.certificateProgress(student);
      expect(assignment).toBe('not graded');
      expect(await course.toldOf(student)).toEqual([`/certificate/${code}`]);
      const { body } = await app.call('GET', `/certificates/${code}`);
      expect(body).toMatchObject({ lessons: 2 });
      expect(body).not.toHaveProperty('assignment');
    }
  });

  it('others get it with the last lesson, with the assignment that they have passed', async () => {
    const [quick, slow] = [await course.enroll(), await course.enroll()];
    await course.mark(await course.submit(quick), 7);
    await deleteTeacher();
    expect(await course.certificateProgress(quick)).toEqual({ code: null, assignment: 'passed' });
    expect(await course.certificateProgress(slow)).toEqual({ code: null, assignment: 'not graded' });
    for (const student of [quick, slow]) await course.finishLessons(student);
    const certificates = await Promise.all(
      [quick, slow].map(async (student) => {
        const { code } = await course.certificateProgress(student);
        return (await app.call('GET', `/certificates/${code}`)).body as { assignment?: string };
      }),
    );
    expect(certificates.map(({ assignment }) => assignment)).toEqual(['A chair', undefined]);
  });

  it('nothing can be submitted, and without lessons no certificate can be earned', async () => {
    await course.renew({ lessons: [] });
    const student = await course.enroll();
    await deleteTeacher();
    const { status, body } = await submit(student);
    expect([status, body.error.code]).toEqual([409, 'not_graded']);
    expect(await course.certificateProgress(student)).toEqual({ code: null, assignment: 'not graded' });
    const claim = await app.call('POST', `/classes/${course.classId}/certificate`, { token: student.token });
    expect(claim.body).toEqual({ code: null, assignment: 'not graded' });
  });
});
