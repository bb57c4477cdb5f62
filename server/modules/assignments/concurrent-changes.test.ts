import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Submission, SubmissionInput } from '#contract/assignments.ts';
import { Course } from '#tests/support/certificates.ts';
import { countWaiting, whileLocked } from '#tests/support/locks.ts';
import { waitUntil } from '#tests/support/poll.ts';
import { startTestApp, type ApiResponse, type TestApp } from '#tests/support/test-app.ts';
import type { TestUser } from '#tests/support/users.ts';

let app: TestApp;
let course: Course;
let student: TestUser & { transactionId: string };

beforeAll(async () => {
  app = await startTestApp();
  course = await Course.create(app);
});
afterAll(() => app.close());
beforeEach(async () => {
  await course.renew({ lessons: [] });
  student = await course.enroll();
});

const submit = (text: string, seen: Pick<SubmissionInput, 'submittedAt' | 'markedAt'> = {}) =>
  app.call('PUT', `/classes/${course.classId}/submission`, { body: { text, ...seen }, token: student.token });
const seen = ({ submittedAt, markedAt }: Submission) => ({ submittedAt, markedAt });
const own = async () =>
  (await app.call('GET', `/classes/${course.classId}/submission`, { token: student.token })).body.submission;
const readAssignment = async () =>
  (await app.call('GET', `/classes/${course.classId}`, { token: course.teacher.token })).body.assignments;

/**
 * Makes calls while another transaction has changed a row, and commits it once they wait for it.
 * @param change a statement about the class with the id `$1`
 */
const callDuring = async (change: string, calls: (() => Promise<ApiResponse>)[]): Promise<ApiResponse[]> => {
  const { responses } = await whileLocked(app.pool, async (holder) => {
    await holder.query(change, [course.classId]);
    const responses = calls.map((call) => call());
    await waitUntil('the calls wait', async () => (await countWaiting(app.pool)) === calls.length);
    return { responses };
  });
  return Promise.all(responses);
};

describe('an assignment', () => {
  it('is not overwritten by a form that was filled before another change', async () => {
    expect((await readAssignment()).version).toBe(1);
    expect((await course.setAssignment({ passMarks: 8, version: 1 })).status).toBe(200);
    const passing = await readAssignment();
    expect(passing).toMatchObject({ passMarks: 8, version: 2 });
    await course.mark(await course.submit(student), 6);
    const refused = await course.setAssignment({ title: 'A stool', passMarks: 5, version: 1 });
    expect(refused.status).toBe(409);
    expect(refused.body.error).toMatchObject({ code: 'edit_conflict', current: passing });
    expect(await readAssignment()).toEqual(passing);
    expect(await course.toldOf(student), 'no certificate for marks that do not pass').toEqual([]);
    expect((await course.setAssignment({ passMarks: 5, version: 2 })).status).toBe(200);
    expect(await course.toldOf(student)).toHaveLength(1);
  });

  it('accepts a repeat, and a change without a version', async () => {
    await course.setAssignment({ passMarks: 8, version: 1 });
    expect((await course.setAssignment({ passMarks: 8, version: 1 })).status).toBe(200);
    expect(await readAssignment()).toMatchObject({ passMarks: 8, version: 2 });
    expect((await course.setAssignment({ passMarks: 9 })).status).toBe(200);
    expect(await readAssignment()).toMatchObject({ passMarks: 9, version: 3 });
  });

  it('is not overwritten by a form that was opened before there was one', async () => {
    await course.renew({ lessons: [], assignment: false });
    expect((await course.setAssignment({ version: 0 })).status).toBe(200);
    expect((await course.setAssignment({ title: 'A stool', version: 0 })).status).toBe(409);
    expect(await readAssignment()).toMatchObject({ title: 'A chair', version: 1 });
  });
});

describe('a submission', () => {
  const conflict = (current: object) => ({
    status: 409,
    body: { error: { code: 'edit_conflict', current } },
  });

  it('does not replace work with marks that the student has not seen', async () => {
    const { body: first } = await submit('One', { submittedAt: null, markedAt: null });
    await course.mark(first._id, 1);
    const graded = await own();
    expect(await submit('Two', seen(first))).toMatchObject(conflict(graded));
    expect(await own()).toEqual(graded);
    expect((await submit('Two', seen(graded))).status).toBe(200);
    expect(await own()).toMatchObject({ text: 'Two', marks: null });
  });

  it('does not replace other work of the same student from another tab', async () => {
    const { body: first } = await submit('One', { submittedAt: null, markedAt: null });
    expect(await submit('Two', { submittedAt: null, markedAt: null })).toMatchObject(conflict(first));
    expect(await own()).toEqual(first);
  });

  it('can be repeated after a lost response', async () => {
    await submit('One', { submittedAt: null, markedAt: null });
    expect((await submit('One', { submittedAt: null, markedAt: null })).status).toBe(200);
    await course.mark((await own())._id, 1);
    const graded = seen(await own());
    await submit('Two', graded);
    expect((await submit('Two', graded)).status).toBe(200);
  });

  it('is told that the earlier one has passed, seen or not', async () => {
    const { body: first } = await submit('One');
    await course.mark(first._id, 10);
    expect(await submit('Two', seen(first))).toMatchObject({
      status: 409,
      body: { error: { code: 'already_passed' } },
    });
  });
});

describe('while the teacher changes the assignment', () => {
  it('marks are compared with the new maximum', async () => {
    const id = await course.submit(student);
    const lower = 'update assignments set marks = 5 where class_id = $1';
    const [marked] = await callDuring(lower, [() => course.mark(id, 8)]);
    expect(marked).toMatchObject({
      status: 400,
      body: { error: { fields: { marks: 'Marks must be at most 5' } } },
    });
    expect(await own()).toMatchObject({ marks: null });
  });

  it('a submission is late by the new deadline', async () => {
    const end = `update assignments set due_at = now() - interval '1 hour' where class_id = $1`;
    expect(await callDuring(end, [() => submit('Done')])).toMatchObject([{ body: { late: true } }]);
  });

  it('only the first of two late submissions is accepted', async () => {
    const end = `update assignments set due_at = now() - interval '1 hour' where class_id = $1`;
    const responses = await callDuring(end, [() => submit('One'), () => submit('Two')]);
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
    const accepted = responses.find(({ status }) => status === 200)!;
    expect(await own()).toEqual(accepted.body);
  });
});

it('a submission is refused if the enrollment ends meanwhile', async () => {
  const remove = `delete from enrollments where class_id = $1 and payment_id is not null`;
  const [response] = await callDuring(remove, [() => submit('Done')]);
  expect(response).toMatchObject({ status: 403, body: { error: { code: 'not_enrolled' } } });
  const { rows } = await app.pool.query(
    'select from submissions s join assignments a on a.id = s.assignment_id where a.class_id = $1',
    [course.classId],
  );
  expect(rows).toEqual([]);
});
