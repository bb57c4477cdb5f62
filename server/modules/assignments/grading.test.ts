import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Course } from '#tests/support/certificates.ts';
import { emailsTo } from '#tests/support/emails.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import type { TestUser } from '#tests/support/users.ts';

let app: TestApp;
let course: Course;
let student: TestUser;

beforeAll(async () => {
  app = await startTestApp();
  course = await Course.create(app);
});
afterAll(() => app.close());
beforeEach(async () => {
  await course.renew();
  student = await course.enroll();
});

const path = () => `/classes/${course.classId}/submission`;
const submit = (text: string) => app.call('PUT', path(), { body: { text }, token: student.token });
const own = async () => (await app.call('GET', path(), { token: student.token })).body.submission;
const mark = (id: string, body: object) =>
  app.call('PATCH', `/submissions/${id}`, { body, token: course.teacher.token });

describe('marks', () => {
  it('are refused for a submission that the student has replaced since the teacher read it', async () => {
    const { body: first } = await submit('First');
    const { body: second } = await submit('Second');
    const refused = await mark(first._id, { marks: 8, submittedAt: first.submittedAt });
    expect(refused.status).toBe(409);
    expect(refused.body.error).toMatchObject({ code: 'edit_conflict', current: second });
    expect(await own()).toEqual(second);
    const { status, body: third } = await submit('Third');
    expect(status, 'it can still be replaced').toBe(200);
    const { submittedAt } = third;
    expect((await mark(first._id, { marks: 8, submittedAt })).body).toEqual({ modifiedCount: 1 });
    expect(await own()).toMatchObject({ text: 'Third', marks: 8 });
  });

  it('are refused for a submission that has been graded since the teacher read it', async () => {
    const { body: first } = await submit('First');
    expect(first.markedAt).toBeNull();
    const seen = { submittedAt: first.submittedAt, markedAt: null };
    expect((await mark(first._id, { ...seen, marks: 8 })).body).toEqual({ modifiedCount: 1 });
    const repeat = await mark(first._id, { ...seen, marks: 8 });
    expect(repeat.body, 'a repeat after a lost response').toEqual({ modifiedCount: 0 });
    const graded = await own();
    for (const markedAt of [null, '2030-01-31T00:00:00.000Z']) {
      const refused = await mark(first._id, { ...seen, markedAt, marks: 3 });
      expect(refused.status).toBe(409);
      expect(refused.body.error).toMatchObject({ code: 'edit_conflict', current: graded });
    }
    expect(await own()).toMatchObject({ marks: 8 });
    const { markedAt } = graded;
    expect((await mark(first._id, { ...seen, markedAt, marks: 3 })).body).toEqual({ modifiedCount: 1 });
  });

  it('are not asked for while the student is not enrolled', async () => {
    await submit('Done');
    const shown = async () => ({
      list: (await app.call('GET', `/classes/${course.classId}/submissions`, { token: course.teacher.token }))
        .body.length,
      ungraded: (await app.call('GET', '/submissions/ungraded', { token: course.teacher.token })).body.filter(
        ({ _id }: { _id: string }) => _id === course.classId,
      ).length,
      counted: (await app.call('GET', `/classes/${course.classId}/progress`, { token: course.teacher.token }))
        .body.submissions,
    });
    expect(await shown()).toEqual({ list: 1, ungraded: 1, counted: 1 });
    const { rows } = await app.pool.query(
      'delete from enrollments where class_id = $1 returning id, user_id, class_id, payment_id, price',
      [course.classId],
    );
    expect(await shown()).toEqual({ list: 0, ungraded: 0, counted: 0 });
    const [{ id, user_id, class_id, payment_id, price }] = rows;
    await app.pool.query(
      'insert into enrollments (id, user_id, class_id, payment_id, price) values ($1, $2, $3, $4, $5)',
      [id, user_id, class_id, payment_id, price],
    );
    expect(await shown()).toEqual({ list: 1, ungraded: 1, counted: 1 });
  });

  it('that did not pass stay beside the next attempts, with the comment', async () => {
    const { body: first } = await submit('First');
    expect(first).not.toHaveProperty('earlier');
    await mark(first._id, { marks: 3, comment: 'Not yet' });
    const earlier = { marks: 3, comment: 'Not yet' };
    for (const text of ['Second', 'Second, corrected'])
      expect((await submit(text)).body).toMatchObject({ text, marks: null, comment: '', earlier });
    await mark(first._id, { marks: 4 });
    expect(await own()).toMatchObject({ marks: 4, comment: '', earlier });
    expect((await submit('Third')).body).toMatchObject({ marks: null, earlier: { marks: 4, comment: '' } });
    await mark(first._id, { marks: 8, comment: 'Good' });
    const { body: listed } = await app.call('GET', `/classes/${course.classId}/submissions`, {
      token: course.teacher.token,
    });
    expect(listed).toMatchObject([{ marks: 8, comment: 'Good', earlier: { marks: 4, comment: '' } }]);
  });

  it('are announced to the student once if they are repeated, and again if they or the comment change', async () => {
    const { body } = await submit('Done');
    const told = async () =>
      (await app.call('GET', '/notifications', { token: student.token })).body.filter(
        ({ kind }: { kind: string }) => kind === 'submission graded',
      ) as { _id: string; read: boolean; text: string }[];
    const emails = async () =>
      (await emailsTo(app, student.email)).filter((email) => email.includes('was graded')).length;
    const marks = { marks: 8, comment: 'Sturdy', submittedAt: body.submittedAt };
    expect((await mark(body._id, marks)).body).toEqual({ modifiedCount: 1 });
    expect((await mark(body._id, marks)).body).toEqual({ modifiedCount: 0 });
    const first = await told();
    expect(first).toHaveLength(1);
    expect(await emails()).toBe(1);
    await app.call('PATCH', '/notifications/read', { body: { ids: null }, token: student.token });
    expect((await mark(body._id, { ...marks, comment: '' })).body).toEqual({ modifiedCount: 1 });
    expect((await mark(body._id, { ...marks, marks: 7 })).body).toEqual({ modifiedCount: 1 });
    const second = await told();
    expect(second).toMatchObject([{ _id: first[0]!._id, read: false }]);
    expect(second[0]!.text).toContain('7');
    expect(await emails(), 'no further email within an hour').toBe(1);
    await app.pool.query(`update rate_limits set expire = 0 where key like 'hourly:%'`);
    await mark(body._id, { ...marks, marks: 6 });
    expect(await told()).toHaveLength(2);
    expect(await emails()).toBe(2);
  });

  it('are not announced to a student who is no longer enrolled', async () => {
    const leaver = await course.enroll();
    const submission = await course.submit(leaver);
    await course.refund(leaver.transactionId);
    expect((await mark(submission, { marks: 8, comment: 'Sturdy' })).body).toEqual({ modifiedCount: 1 });
    const { body } = await app.call('GET', '/notifications', { token: leaver.token });
    expect(body.map(({ kind }: { kind: string }) => kind)).not.toContain('submission graded');
  });

  it.each([{ submittedAt: 'now' }, { submittedAt: 5 }, { markedAt: 'never' }])(
    'are refused with %o',
    async (wrong) => {
      const { body } = await submit('Done');
      expect((await mark(body._id, { marks: 5, ...wrong })).status).toBe(400);
    },
  );
});
