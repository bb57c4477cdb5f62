import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { userIdOf } from '#tests/support/books.ts';
import { Course } from '#tests/support/certificates.ts';
import { addDraft } from '#tests/support/curriculum.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { createTeacher, type TestUser } from '#tests/support/users.ts';

let app: TestApp;
let course: Course;
let finished: TestUser;
let begun: TestUser;

beforeAll(async () => {
  app = await startTestApp();
  course = await Course.create(app);
  await course.renew({ lessons: ['One', 'Two', 'Three'] });
  await addDraft(app, course.teacher, course.section);
  [finished, begun] = [await course.enroll(), await course.enroll()];
  await course.enroll();
  const gone = await course.enroll();
  await course.finishLessons(finished);
  await course.mark(await course.submit(finished), 9);
  await course.submit(begun);
  await course.done(begun, course.lessons[0]!);
  await course.done(begun, course.lessons[1]!);
  await course.done(begun, course.lessons[1]!, false);
  await course.finishLessons(gone);
  await course.refund(gone.transactionId);
  const deleted = await course.enroll();
  await course.finishLessons(deleted);
  const id = await userIdOf(app.pool, deleted);
  await app.call('DELETE', `/users/${id}`, { token: course.admin.token });
});
afterAll(() => app.close());

const get = (path: string, by: TestUser = course.teacher) =>
  app.call('GET', `/classes/${course.classId}/${path}`, { token: by.token });

describe('the progress of a class', () => {
  it('shows the progress of each student, without their address', async () => {
    const { status, body, headers } = await get('students?limit=10');
    expect(status).toBe(200);
    expect(headers.get('x-total-count')).toBe('3');
    expect(body.map(({ done }: { done: number }) => done)).toEqual([0, 1, 3]);
    expect(body[0]).toMatchObject({ marks: null, hasSubmitted: false, hasCertificate: false });
    expect(body[1]).toMatchObject({ marks: null, hasSubmitted: true });
    expect(body[0]).not.toHaveProperty('seenAt');
    expect(body[2]).toMatchObject({
      name: finished.name,
      marks: 9,
      hasSubmitted: true,
      hasCertificate: true,
    });
    expect(body[2].seenAt).toEqual(expect.any(String));
    expect(JSON.stringify(body)).not.toContain('@');
  });

  it('sorts, searches and pages the students', async () => {
    const oldest = (await get('students?sort=oldest')).body;
    expect(oldest.map(({ done }: { done: number }) => done)).toEqual([3, 1, 0]);
    const { body } = await get('students?sort=oldest&limit=1&page=2');
    expect(body).toEqual([oldest[1]]);
    const doneBy = async (query: string) =>
      (await get(`students?${query}`)).body.map(({ done }: { done: number }) => done);
    expect(await doneBy('sort=progress')).toEqual([0, 1, 3]);
    expect(await doneBy('sort=-progress')).toEqual([3, 1, 0]);
    expect(await doneBy('sort=-progress&limit=1&page=2')).toEqual([1]);
    expect((await get('students?q=nobody%25')).body).toEqual([]);
    for (const wrong of ['sort=done', 'limit=0', 'limit=1000', 'page=x', 'q=%00']) {
      expect((await get(`students?${wrong}`)).status, wrong).toBe(400);
    }
  });

  it('counts the students who have completed each published lesson, in order', async () => {
    const { body } = await get('lesson-counts');
    expect(body).toEqual({
      students: 3,
      lessons: [
        { _id: course.lessons[0], section: 'Basics', title: 'One', done: 2 },
        { _id: course.lessons[1], section: 'Basics', title: 'Two', done: 1 },
        { _id: course.lessons[2], section: 'Basics', title: 'Three', done: 1 },
      ],
    });
  });

  it('can be exported as CSV, with formulas in names escaped', async () => {
    await app.pool.query(`update users set name = '=HYPERLINK("http://evil.test")' where email = $1`, [
      begun.email,
    ]);
    const response = await fetch(`${app.url}/api/classes/${course.classId}/students.csv`, {
      headers: { authorization: `Bearer ${course.teacher.token}` },
    });
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    const lines = (await response.text()).trim().split('\r\n');
    expect(lines[0]).toContain(
      '"student","enrolled","lessons done","last seen","marks","certificate","work"',
    );
    expect(lines).toHaveLength(4);
    expect(lines[2]).toMatch(/^"'=HYPERLINK/);
    expect(lines[3]).toMatch(/,"3","[^"]+","9","yes","graded"$/);
    expect(lines[1]).toMatch(/,"0",.*"no","not submitted"$/);
    expect(lines[2]).toMatch(/,"1",.*"no","to grade"$/);
    expect(lines.join()).not.toContain('@');
  });

  it('is for the class’s teacher alone', async () => {
    const other = await createTeacher(app);
    for (const path of ['students', 'students.csv', 'lesson-counts']) {
      for (const by of [other, finished, course.admin]) expect((await get(path, by)).status).toBe(403);
      const at = (id: string) => app.call('GET', `/classes/${id}/${path}`, { token: course.teacher.token });
      expect((await at(randomUUID())).status).toBe(404);
      expect((await at('x')).status).toBe(400);
    }
  });
});
