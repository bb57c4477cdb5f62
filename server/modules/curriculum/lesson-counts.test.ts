import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Course } from '#tests/support/certificates.ts';
import { buyClass } from '#tests/support/classes.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let course: Course;

beforeAll(async () => {
  app = await startTestApp();
  course = await Course.create(app);
});
afterAll(() => app.close());
beforeEach(() => course.renew({ lessons: ['One', 'Two', 'Three'], assignment: false }));

/** The counts that the teacher receives, lesson by lesson. */
const counts = async (): Promise<number[]> => {
  const { body } = await app.call('GET', `/classes/${course.classId}/lesson-counts`, {
    token: course.teacher.token,
  });
  return body.lessons.map(({ done }: { done: number }) => done);
};

/** The same counts, computed from everyone's progress. */
const counted = async (): Promise<number[]> => {
  const { rows } = await app.pool.query<{ done: number }>(
    `select count(e.id)::int as done
       from unnest($1::uuid[]) with ordinality as asked (id, place)
       left join lesson_progress p on p.lesson_id = asked.id and p.done_at is not null
       left join enrollments e on e.user_id = p.user_id and e.class_id = $2
      group by asked.place order by asked.place`,
    [course.lessons, course.classId],
  );
  return rows.map(({ done }) => done);
};

const expectCounts = async (...expected: number[]): Promise<void> => {
  expect(await counts()).toEqual(expected);
  expect(await counted()).toEqual(expected);
};

describe('the number of students who have completed a lesson', () => {
  it('follows what they do, undo and do again', async () => {
    const [ada, bob] = [await course.enroll(), await course.enroll()];
    await expectCounts(0, 0, 0);
    await course.finishLessons(ada);
    await course.done(bob, course.lessons[0]!);
    await course.done(bob, course.lessons[0]!);
    await expectCounts(2, 1, 1);
    await course.done(ada, course.lessons[0]!, false);
    await course.done(ada, course.lessons[0]!, false);
    await expectCounts(1, 1, 1);
    await course.done(ada, course.lessons[0]!);
    await expectCounts(2, 1, 1);
    await app.call('PUT', `/lessons/${course.lessons[1]}/progress`, {
      token: bob.token,
      body: { position: 7 },
    });
    await expectCounts(2, 1, 1);
  });

  it('excludes refunded students until they are enrolled again', async () => {
    const student = await course.enroll();
    await course.finishLessons(student);
    await course.refund(student.transactionId);
    await expectCounts(0, 0, 0);
    await buyClass(app, student, course.classId);
    await expectCounts(1, 1, 1);
  });

  it('excludes deleted accounts and lessons', async () => {
    const [ada, bob] = [await course.enroll(), await course.enroll()];
    await Promise.all([course.finishLessons(ada), course.finishLessons(bob)]);
    const { rows } = await app.pool.query<{ id: string }>('select id from users where email = $1', [
      ada.email,
    ]);
    const gone = await app.call('DELETE', `/users/${rows[0]!.id}`, { token: course.admin.token });
    expect(gone.status).toBe(200);
    await expectCounts(1, 1, 1);
    await app.call('DELETE', `/lessons/${course.lessons.shift()}`, { token: course.teacher.token });
    await expectCounts(1, 1);
  });

  it('is exact under concurrent changes', async () => {
    const students = await Promise.all(Array.from({ length: 12 }, () => course.enroll()));
    await Promise.all([
      ...students.flatMap((student) =>
        course.lessons.flatMap((lesson, place) => [
          course.done(student, lesson),
          course.done(student, lesson, place === 1),
        ]),
      ),
      ...students.slice(0, 4).map(({ transactionId }) => course.refund(transactionId)),
    ]);
    // A refund may still be in progress.
    await expect
      .poll(async () => {
        const exact = await counted();
        return (await counts()).map((done, place) => done - exact[place]!);
      })
      .toEqual([0, 0, 0]);
  });
});
