import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Course } from '#tests/support/certificates.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let course: Course;

beforeAll(async () => {
  app = await startTestApp();
  course = await Course.create(app);
});
afterAll(() => app.close());
beforeEach(() => course.renew());

const read = (code: string | null) => app.call('GET', `/certificates/${code}`);

/** A student who has completed the lessons, and gets marks. */
const passWith = async (marks: number) => {
  const student = await course.enroll();
  await course.finishLessons(student);
  const submissionId = await course.submit(student);
  await course.mark(submissionId, marks);
  expect((await course.certificateProgress(student)).code).not.toBeNull();
  return { student, submissionId };
};

describe('a changed pass mark', () => {
  it('restores a certificate that corrected marks had withdrawn: the pass mark is lowered to them', async () => {
    await course.setAssignment({ passMarks: 8 });
    const { student, submissionId } = await passWith(9);
    await course.mark(submissionId, 6);
    expect(await course.certificateProgress(student)).toEqual({ code: null, assignment: 'failed' });
    await course.setAssignment({ passMarks: 5 });
    const { code, assignment } = await course.certificateProgress(student);
    expect(assignment).toBe('passed');
    expect((await read(code)).body.withdrawnAt).toBeUndefined();
  });

  it('restores a certificate when new marks reach a pass mark that was lowered before', async () => {
    await course.setAssignment({ passMarks: 8 });
    const { student, submissionId } = await passWith(9);
    await course.mark(submissionId, 4);
    await course.setAssignment({ passMarks: 5 });
    expect((await course.certificateProgress(student)).code).toBeNull();
    await course.mark(await course.submit(student), 6);
    expect((await course.certificateProgress(student)).code).not.toBeNull();
  });

  it('keeps what was passed when the pass mark is raised: the work is final', async () => {
    const { student } = await passWith(6);
    await course.setAssignment({ passMarks: 8 });
    expect(await course.certificateProgress(student)).toMatchObject({ assignment: 'passed' });
    const { status, body } = await app.call('PUT', `/classes/${course.classId}/submission`, {
      token: student.token,
      body: { text: 'Again' },
    });
    expect([status, body.error.code]).toEqual([409, 'already_passed']);
  });
});
