import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '#server/database/client.ts';
import { userIdOf } from '#tests/support/books.ts';
import { Course } from '#tests/support/certificates.ts';
import { buyClass } from '#tests/support/classes.ts';
import { addDraft, addLesson, addSection, lessonInput } from '#tests/support/curriculum.ts';
import { isWaitingForLock } from '#tests/support/locks.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import type { TestUser } from '#tests/support/users.ts';
import { issueToStudents } from './issue-certificates.ts';

let app: TestApp;
let course: Course;

beforeAll(async () => {
  app = await startTestApp();
  course = await Course.create(app);
});
afterAll(() => app.close());
beforeEach(() => course.renew());

const read = (code: string | null) => app.call('GET', `/certificates/${code}`);
const asTeacher = (method: string, path: string, body?: object) =>
  app.call(method, path, { ...(body && { body }), token: course.teacher.token });

/** A student who has done everything, with 7 of 10 marks. */
const graduate = async () => {
  const student = await course.enroll();
  await course.finishLessons(student);
  const submission = await course.submit(student);
  await course.mark(submission, 7);
  return { student, submission, code: (await course.certificateProgress(student)).code! };
};

describe('a certificate', () => {
  it('is issued with the passing mark, once all lessons are completed', async () => {
    const student = await course.enroll();
    await course.finishLessons(student);
    expect(await course.certificateProgress(student)).toEqual({ code: null, assignment: 'to submit' });
    const submission = await course.submit(student);
    expect(await course.certificateProgress(student)).toEqual({ code: null, assignment: 'submitted' });
    await course.mark(submission, 7);
    const { code, assignment } = await course.certificateProgress(student);
    expect(assignment).toBe('passed');
    expect(code).toMatch(/^[0-9A-F]{24}$/);
    expect(await course.toldOf(student)).toEqual([`/certificate/${code}`]);
    const { status, body } = await read(code);
    expect(status).toBe(200);
    expect(body).toEqual({
      code,
      name: student.name,
      classId: course.classId,
      title: 'Woodworking for web developers',
      teacher: course.teacher.name,
      lessons: 2,
      assignment: 'A chair',
      issuedAt: expect.any(String),
    });
    expect(Math.abs(Date.parse(body.issuedAt) - Date.now())).toBeLessThan(60_000);
    expect(JSON.stringify(body)).not.toContain('@');
  });

  it('is issued with the last lesson, if the assignment has been passed', async () => {
    const student = await course.enroll();
    await course.mark(await course.submit(student), 5);
    await course.done(student, course.lessons[0]!);
    expect(await course.certificateProgress(student)).toEqual({ code: null, assignment: 'passed' });
    await course.done(student, course.lessons[1]!);
    expect((await course.certificateProgress(student)).code).not.toBeNull();
    await course.done(student, course.lessons[1]!, false);
    await course.done(student, course.lessons[1]!);
    expect(await course.toldOf(student)).toHaveLength(1);
  });

  it('is issued exactly once when the last lesson and the mark come at the same time', async () => {
    const students = await Promise.all(Array.from({ length: 8 }, () => course.enroll()));
    const work = await Promise.all(
      students.map(async (student) => {
        await course.done(student, course.lessons[0]!);
        return { student, submission: await course.submit(student) };
      }),
    );
    await Promise.all(
      work.flatMap(({ student, submission }) => [
        course.done(student, course.lessons[1]!),
        course.mark(submission, 9),
        course.done(student, course.lessons[1]!),
      ]),
    );
    for (const { student } of work) {
      expect((await course.certificateProgress(student)).code).not.toBeNull();
      expect(await course.toldOf(student)).toHaveLength(1);
    }
  });

  it('is issued with the assignment in a class without lessons, and with the lessons in one without an assignment', async () => {
    await course.renew({ lessons: [] });
    await addDraft(app, course.teacher, course.section);
    const maker = await course.enroll();
    await course.mark(await course.submit(maker), 10);
    expect((await read((await course.certificateProgress(maker)).code)).body).toMatchObject({ lessons: 0 });

    await course.renew({ assignment: false });
    const reader = await course.enroll();
    expect(await course.certificateProgress(reader)).toEqual({ code: null, assignment: 'none' });
    await course.finishLessons(reader);
    const { code } = await course.certificateProgress(reader);
    expect((await read(code)).body).not.toHaveProperty('assignment');
    await course.setAssignment();
    await course.mark(await course.submit(reader), 0);
    expect(await course.certificateProgress(reader)).toEqual({ code, assignment: 'failed' });
  });

  it('is not issued for a class with neither, or without an enrollment', async () => {
    await course.renew({ lessons: [], assignment: false });
    const student = await course.enroll();
    const lesson = await addLesson(app, course.teacher, course.section);
    await asTeacher('DELETE', `/lessons/${lesson}`);
    expect(await course.certificateProgress(student)).toBeUndefined();

    await course.renew();
    for (const user of [course.teacher, course.admin]) {
      expect((await course.done(user, course.lessons[0]!)).status).toBe(403);
    }
    const { rows } = await app.pool.query('select 1 from certificates where class_id = $1', [course.classId]);
    expect(rows).toEqual([]);
  });
});

describe('removing a condition', () => {
  /** A student who has passed the assignment, and completed only the first lesson. */
  const almost = async () => {
    const student = await course.enroll();
    await course.done(student, course.lessons[0]!);
    await course.mark(await course.submit(student), 5);
    return student;
  };
  const expectIssued = async (student: TestUser, lessons: number) => {
    const { code } = await course.certificateProgress(student);
    expect((await read(code)).body).toMatchObject({ lessons });
    expect(await course.toldOf(student)).toHaveLength(1);
  };

  it('issues the certificate: a lesson is unpublished', async () => {
    const student = await almost();
    const body = lessonInput({ status: 'draft', title: 'Two', version: 2 });
    expect((await asTeacher('PUT', `/lessons/${course.lessons[1]}`, body)).status).toBe(200);
    await expectIssued(student, 1);
  });

  it('issues the certificate: a lesson or a section is deleted', async () => {
    const more = await addLesson(
      app,
      course.teacher,
      await addSection(app, course.teacher, course.classId, 'More'),
    );
    const student = await almost();
    const { body } = await app.call('GET', `/lessons/${more}`, { token: course.teacher.token });
    await asTeacher('DELETE', `/sections/${body.sectionId}`);
    expect((await course.certificateProgress(student)).code).toBeNull();
    await asTeacher('DELETE', `/lessons/${course.lessons[1]}`);
    await expectIssued(student, 1);
  });

  it('issues the certificate: the pass mark is lowered', async () => {
    await course.setAssignment({ passMarks: 8 });
    const { student, code } = await graduate();
    expect(code).toBeNull();
    expect(await course.certificateProgress(student)).toEqual({ code: null, assignment: 'failed' });
    await course.setAssignment({ passMarks: 7 });
    await expectIssued(student, 2);
  });

  it('issues the certificate, even if a student completes the other lesson at the same time', async () => {
    const students = await Promise.all(Array.from({ length: 6 }, () => course.enroll()));
    for (const student of students) await course.mark(await course.submit(student), 6);
    await Promise.all([
      ...students.map((student) => course.done(student, course.lessons[0]!)),
      asTeacher('DELETE', `/lessons/${course.lessons[1]}`),
    ]);
    for (const student of students) await expectIssued(student, 1);
  });
});

describe('a certificate that was issued', () => {
  it('stays when lessons or an assignment are added, a lesson is undone, or the pass mark rises', async () => {
    const { student, submission, code } = await graduate();
    await addLesson(app, course.teacher, course.section, { title: 'Three' });
    await course.done(student, course.lessons[0]!, false);
    await course.setAssignment({ passMarks: 9 });
    await course.mark(submission, 7);
    expect((await course.certificateProgress(student)).code).toBe(code);
    expect((await read(code)).body).toMatchObject({ lessons: 2 });
  });

  it('is withdrawn while the marks are below the pass mark', async () => {
    const { student, submission, code } = await graduate();
    await course.mark(submission, 4);
    expect(await course.certificateProgress(student)).toEqual({ code: null, assignment: 'failed' });
    expect((await read(code)).body.withdrawnAt).toEqual(expect.any(String));
    await course.mark(submission, 5);
    expect((await course.certificateProgress(student)).code).toBe(code);
    expect((await read(code)).body).not.toHaveProperty('withdrawnAt');
    expect(await course.toldOf(student)).toHaveLength(1);
  });

  it('is withdrawn with an enrollment that ends while certificates are issued to the whole class', async () => {
    const student = await course.enroll();
    await course.done(student, course.lessons[0]!);
    await course.mark(await course.submit(student), 5);
    const { db, close } = await openDatabase(app.databaseUrl, () => undefined);
    let isOver = false;
    const ended = await db.transaction(async (trx) => {
      await trx.execute(sql`delete from lessons where id = ${course.lessons[1]}`);
      await issueToStudents(trx, course.classId);
      const ending = course.refund(student.transactionId).finally(() => (isOver = true));
      await expect.poll(async () => isOver || (await isWaitingForLock(app.pool))).toBe(true);
      return { ending };
    });
    await ended.ending;
    await close();
    const { rows } = await app.pool.query('select ended_at from certificates where class_id = $1', [
      course.classId,
    ]);
    expect(rows).toEqual([{ ended_at: expect.any(Date) }]);
  });

  it('is withdrawn with the enrollment, and restored with it', async () => {
    const { student, code } = await graduate();
    await course.refund(student.transactionId);
    const { status, body } = await read(code);
    expect(status).toBe(200);
    expect(body.withdrawnAt).toEqual(expect.any(String));
    await buyClass(app, student, course.classId);
    expect((await read(code)).body).not.toHaveProperty('withdrawnAt');
    expect((await course.certificateProgress(student)).code).toBe(code);
  });

  it('can be claimed if the mark was given between two enrollments', async () => {
    const student = await course.enroll();
    await course.finishLessons(student);
    const submission = await course.submit(student);
    await course.refund(student.transactionId);
    await course.mark(submission, 8);
    const claim = () => app.call('POST', `/classes/${course.classId}/certificate`, { token: student.token });
    expect((await claim()).status).toBe(403);
    await buyClass(app, student, course.classId);
    const { code } = (await claim()).body;
    expect(code).not.toBeNull();
    expect((await claim()).body).toEqual({ code, assignment: 'passed' });
    expect(await course.toldOf(student)).toHaveLength(1);
  });

  it('disappears with the account', async () => {
    const { student, code } = await graduate();
    const id = await userIdOf(app.pool, student);
    expect((await app.call('DELETE', `/users/${id}`, { token: course.admin.token })).status).toBe(200);
    expect((await read(code)).status).toBe(404);
  });

  it('does not name a teacher who has deleted the account', async () => {
    const left = await Course.create(app);
    await left.renew({ assignment: false });
    const student = await left.enroll();
    await left.finishLessons(student);
    const { code } = await left.certificateProgress(student);
    expect((await read(code)).body.teacher).toBe(left.teacher.name);
    const id = await userIdOf(app.pool, left.teacher);
    await app.call('DELETE', `/users/${id}`, { token: left.admin.token });
    expect((await read(code)).body.teacher).toBe('');
  });

  it('is found by its code in any common notation, and by nothing else', async () => {
    const { code } = await graduate();
    const spaced = code.toLowerCase().replace(/(.{4})(?=.)/g, '$1-');
    expect((await read(spaced)).body.code).toBe(code);
    expect((await read('0'.repeat(24))).status).toBe(404);
    for (const wrong of ['x', code.slice(1), `${code}0`, "' or 1=1 --", '%00', 'Z'.repeat(24)]) {
      expect((await read(encodeURIComponent(wrong))).status).toBe(400);
    }
  });
});

describe('the pass mark', () => {
  it('is half of the marks unless the teacher says otherwise', async () => {
    const { body } = await app.call('GET', `/classes/${course.classId}`, { token: course.teacher.token });
    expect(body.assignments).toMatchObject({ marks: 10, passMarks: 5 });
    await course.setAssignment({ marks: 7, passMarks: 0 });
    const after = await app.call('GET', `/classes/${course.classId}`, { token: course.teacher.token });
    expect(after.body.assignments).toMatchObject({ marks: 7, passMarks: 0 });
  });

  it('is at most all marks, and a whole number', async () => {
    for (const passMarks of [11, -1, 2.5, '5', 1e9, null]) {
      const { status, body } = await course.setAssignment({ passMarks });
      expect(status).toBe(400);
      expect(body.error.fields).toHaveProperty('passMarks');
    }
  });
});
