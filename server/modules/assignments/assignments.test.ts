import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TOTAL_COUNT_HEADER } from '#contract/paging.ts';
import { addClass, buyClass, publishClass } from '#tests/support/classes.ts';
import { dayFromNow } from '#tests/support/days.ts';
import { createStudent, createTeacher, signInAs, type TestUser } from '#tests/support/users.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let admin: TestUser;
let teacher: TestUser;
let other: TestUser;
let ada: TestUser;
let ben: TestUser;
let stranger: TestUser;

beforeAll(async () => {
  app = await startTestApp();
  admin = await signInAs(app, 'Admin');
  [teacher, other] = [await createTeacher(app), await createTeacher(app)];
  [ada, ben, stranger] = [await createStudent(app), await createStudent(app), await createStudent(app)];
});
afterAll(() => app.close());

const DUE = dayFromNow(7);
const task = (more: object = {}) => ({
  name: 'ignored',
  title: 'A chair',
  description: 'Build a chair that carries you.',
  marks: 50,
  date: DUE,
  ...more,
});

const setTask = (id: string, more: object = {}, by: TestUser = teacher) =>
  app.call('PATCH', `/classes/${id}/assignments`, { body: task(more), token: by.token });
const submit = (id: string, body: object, by: TestUser = ada) =>
  app.call('PUT', `/classes/${id}/submission`, { body, token: by.token });
const own = async (id: string, by: TestUser = ada) =>
  (await app.call('GET', `/classes/${id}/submission`, { token: by.token })).body.submission;
const list = (id: string, query = '', by: TestUser = teacher) =>
  app.call('GET', `/classes/${id}/submissions${query}`, { token: by.token });
const mark = (id: string, body: object, by: TestUser = teacher) =>
  app.call('PATCH', `/submissions/${id}`, { body, token: by.token });
const progress = async (id: string) =>
  (await app.call('GET', `/classes/${id}/progress`, { token: teacher.token })).body;

/** An approved class with an assignment and these students. */
const taughtClass = async (students: TestUser[], more: object = {}): Promise<string> => {
  const id = await publishClass(app, teacher, admin);
  await setTask(id, more);
  for (const student of students) await buyClass(app, student, id);
  return id;
};

describe('PATCH /classes/{id}/assignments', () => {
  it('creates the assignment and replaces it', async () => {
    const id = await publishClass(app, teacher, admin);
    expect(await progress(id)).toEqual({ enrollments: 0, assignments: 0, submissions: 0, marked: 0 });
    expect((await setTask(id)).body).toEqual({ modifiedCount: 1 });
    expect((await setTask(id, { title: 'A table', marks: 60 })).body).toEqual({ modifiedCount: 1 });
    const { body } = await app.call('GET', `/classes/${id}`, { token: teacher.token });
    expect(body.assignments).toEqual({
      title: 'A table',
      description: 'Build a chair that carries you.',
      marks: 60,
      passMarks: 30,
      date: DUE,
      timeZone: 'UTC',
      dueAt: new Date(Date.parse(DUE) + 86_400_000).toISOString(),
      version: 2,
    });
    expect(await progress(id)).toMatchObject({ assignments: 1 });
  });

  it.each([
    [{ title: '' }, 'title'],
    [{ description: undefined }, 'description'],
    [{ marks: 0 }, 'marks'],
    [{ marks: 1001 }, 'marks'],
    [{ marks: 2.5 }, 'marks'],
    [{ date: 'tomorrow' }, 'date'],
    [{ date: '2030-02-30' }, 'date'],
    [{ timeZone: 'Mars/Base' }, 'timeZone'],
    [{ timeZone: '' }, 'timeZone'],
  ])('is 400 and names the field: %o', async (wrong, field) => {
    const id = await addClass(app, teacher);
    const { status, body } = await setTask(id, wrong);
    expect(status).toBe(400);
    expect(Object.keys(body.error.fields)).toEqual([field]);
  });

  it('is for the class’s own teacher; unknown and malformed ids are 404 and 400', async () => {
    const id = await publishClass(app, teacher, admin);
    for (const person of [other, ada, admin]) expect((await setTask(id, {}, person)).status).toBe(403);
    expect((await setTask(randomUUID())).status).toBe(404);
    expect((await setTask('mistyped')).status).toBe(400);
  });

  it('cannot lower the marks below those of a submission', async () => {
    const id = await taughtClass([ada]);
    const { body } = await submit(id, { text: 'Done' });
    await mark(body._id, { marks: 40 });
    const refused = await setTask(id, { marks: 39 });
    expect(refused.status).toBe(409);
    expect(refused.body.error.code).toBe('marks_given');
    expect((await setTask(id, { marks: 40 })).status).toBe(200);
  });

  it('applies a new deadline to existing submissions', async () => {
    const id = await taughtClass([ada]);
    const { body } = await submit(id, { text: 'In time' });
    // The day of the submission may have ended by now.
    const submittedOn = Date.parse(body.submittedAt.slice(0, 10));
    await setTask(id, { date: new Date(submittedOn - 1).toISOString().slice(0, 10) });
    expect(await own(id)).toMatchObject({ late: true });
    await setTask(id, { date: body.submittedAt.slice(0, 10) });
    expect(await own(id)).toMatchObject({ late: false });
  });
});

describe('submitting', () => {
  it('accepts a text, a link or both, which can be replaced until the deadline', async () => {
    const id = await taughtClass([ada]);
    expect(await own(id)).toBeNull();
    const { status, body } = await submit(id, { text: ' My chair ' });
    expect(status).toBe(200);
    expect(body).toMatchObject({ text: 'My chair', link: '', late: false, marks: null, comment: '' });
    const again = await submit(id, { link: 'https://example.test/chair' });
    expect(again.body).toMatchObject({ _id: body._id, text: '', link: 'https://example.test/chair' });
    expect(await own(id)).toEqual(again.body);
    expect(await progress(id)).toEqual({ enrollments: 1, assignments: 1, submissions: 1, marked: 0 });
  });

  it('is late after the deadline, and then cannot be replaced', async () => {
    const id = await taughtClass([ada], { date: dayFromNow(-1) });
    expect((await submit(id, { text: 'Sorry' })).body).toMatchObject({ late: true });
    const again = await submit(id, { text: 'Better' });
    expect(again.status).toBe(409);
    expect(again.body.error.code).toBe('deadline_passed');
    expect(await own(id)).toMatchObject({ text: 'Sorry' });
  });

  it.each([
    ['Asia/Dhaka', '2040-06-30T18:00:00.000Z'],
    ['America/Los_Angeles', '2040-07-01T07:00:00.000Z'],
  ])('is on time until the day ends in the time zone that the teacher sent: %s', async (timeZone, dueAt) => {
    const id = await taughtClass([ada], { date: '2040-06-30', timeZone });
    const { body } = await app.call('GET', `/classes/${id}`, { token: ada.token });
    expect(body.assignments).toMatchObject({ date: '2040-06-30', timeZone, dueAt });
  });

  it('is late by the time zone of the deadline', async () => {
    const id = await taughtClass([ada]);
    const { body } = await submit(id, { text: 'In the evening of London' });
    await app.pool.query('update submissions set submitted_at = $1 where id = $2', [
      '2040-06-30T20:00:00Z',
      body._id,
    ]);
    for (const [timeZone, late] of [
      ['Asia/Dhaka', true],
      [undefined, false],
      ['America/Los_Angeles', false],
    ] as const) {
      await setTask(id, { date: '2040-06-30', timeZone });
      expect(await own(id), timeZone).toMatchObject({ late });
    }
    await setTask(id, { date: '2040-06-29', timeZone: 'America/Los_Angeles' });
    expect(await own(id)).toMatchObject({ late: true });
  });

  it('is on time until the end of the due day', async () => {
    // It is before noon there, so the day does not end during the test.
    const hoursAhead = new Date().getUTCHours() < 12 ? 0 : 12;
    const date = new Date(Date.now() + hoursAhead * 3_600_000).toISOString().slice(0, 10);
    const id = await taughtClass([ada], { date, timeZone: `Etc/GMT-${hoursAhead}` });
    expect((await submit(id, { text: 'Just in time' })).body).toMatchObject({ late: false });
  });

  it('cannot replace a graded submission that passed', async () => {
    const id = await taughtClass([ada]);
    const { body } = await submit(id, { text: 'Done' });
    await mark(body._id, { marks: 50 });
    const again = await submit(id, { text: 'Better' });
    expect(again.status).toBe(409);
    expect(again.body.error.code).toBe('already_passed');
  });

  it.each([
    ['before the deadline', dayFromNow(1), false],
    ['after it, and is late', dayFromNow(-1), true],
  ])('replaces a graded one that did not pass, %s', async (_when, date, late) => {
    const id = await taughtClass([ada], { date });
    const received = async () =>
      (await app.call('GET', '/notifications?limit=100', { token: teacher.token })).body.filter(
        ({ kind, path }: { kind: string; path: string }) =>
          kind === 'submission received' && path.includes(id),
      ) as { _id: string; read: boolean }[];
    const { body } = await submit(id, { text: 'First try' });
    await mark(body._id, { marks: 24, comment: 'Not yet' });
    await app.call('PATCH', '/notifications/read', { body: { ids: null }, token: teacher.token });
    const again = await submit(id, { text: 'Second try' });
    expect(again.status).toBe(200);
    expect(again.body).toMatchObject({ _id: body._id, text: 'Second try', marks: null, comment: '', late });
    expect(await progress(id)).toMatchObject({ submissions: 1, marked: 0 });
    expect(await received()).toMatchObject([{ read: false }]);
    await mark(body._id, { marks: 25 });
    expect((await submit(id, { text: 'Third try' })).body.error.code).toBe('already_passed');
  });

  it('is 409 while there is no assignment', async () => {
    const id = await publishClass(app, teacher, admin);
    await buyClass(app, ada, id);
    const { status, body } = await submit(id, { text: 'Done' });
    expect(status).toBe(409);
    expect(body.error.code).toBe('no_assignment');
  });

  it.each([
    [{}, 'text'],
    [{ text: ' ', link: '' }, 'text'],
    [{ text: 'x'.repeat(10_001) }, 'text'],
    [{ text: '\u0000' }, 'text'],
    [{ link: 'javascript:alert(1)' }, 'link'],
    [{ link: '/own/path' }, 'link'],
  ])('is 400 and names the field: %o', async (wrong, field) => {
    const { body } = await app.call('GET', '/classes?limit=1&status=approve');
    const response = await submit(body[0]._id, wrong);
    expect(response.status).toBe(400);
    expect(response.body.error.fields).toHaveProperty(field);
  });

  it('is for students of the class, also of a hidden one', async () => {
    const id = await taughtClass([ada]);
    for (const person of [stranger, teacher, admin]) {
      expect((await submit(id, { text: 'Mine' }, person)).status).toBe(403);
      const seen = await app.call('GET', `/classes/${id}/submission`, { token: person.token });
      expect(seen.status).toBe(403);
    }
    expect((await submit(randomUUID(), { text: 'Mine' })).status).toBe(404);
    await app.call('DELETE', `/classes/${id}`, { token: teacher.token });
    expect((await submit(id, { text: 'Still here' })).status).toBe(200);
  });
});

describe('grading', () => {
  it('sets marks and a comment that the student sees, and can be corrected', async () => {
    const id = await taughtClass([ada]);
    const { body } = await submit(id, { text: 'Done' });
    expect((await mark(body._id, { marks: 45, comment: 'Sturdy' })).body).toEqual({ modifiedCount: 1 });
    expect(await own(id)).toMatchObject({ marks: 45, comment: 'Sturdy' });
    await mark(body._id, { marks: 0 });
    expect(await own(id)).toMatchObject({ marks: 0, comment: '' });
    expect(await progress(id)).toMatchObject({ submissions: 1, marked: 1 });
  });

  it.each([{ marks: -1 }, { marks: 51 }, { marks: 1.5 }, { marks: '5' }, {}])(
    'is 400 and names the marks: %o',
    async (wrong) => {
      const id = await taughtClass([ben]);
      const { body } = await submit(id, { text: 'Done' }, ben);
      const response = await mark(body._id, wrong);
      expect(response.status).toBe(400);
      expect(response.body.error.fields).toHaveProperty('marks');
      expect(await own(id, ben)).toMatchObject({ marks: null });
    },
  );

  it('is for the class’s own teacher; unknown and malformed ids are 404 and 400', async () => {
    const id = await taughtClass([ada]);
    const { body } = await submit(id, { text: 'Done' });
    for (const person of [other, ada, admin]) {
      expect((await mark(body._id, { marks: 50 }, person)).status).toBe(403);
      expect((await list(id, '', person)).status).toBe(403);
      const counts = await app.call('GET', `/classes/${id}/progress`, { token: person.token });
      expect(counts.status).toBe(403);
    }
    expect((await mark(randomUUID(), { marks: 5 })).status).toBe(404);
    expect((await mark('mistyped', { marks: 5 })).status).toBe(400);
  });

  it('lists a teacher’s classes with submissions to grade, longest waiting first', async () => {
    const newTeacher = await createTeacher(app);
    const ungraded = async (by = newTeacher) =>
      (await app.call('GET', '/submissions/ungraded', { token: by.token })).body as { _id: string }[];
    const teach = async () => {
      const id = await publishClass(app, newTeacher, admin);
      await setTask(id, {}, newTeacher);
      for (const student of [ada, ben]) await buyClass(app, student, id);
      return id;
    };
    const [early, late] = [await teach(), await teach()];
    expect(await ungraded()).toEqual([]);
    const first = await submit(early, { text: 'First' }, ada);
    await submit(late, { text: 'Second' }, ada);
    await submit(early, { text: 'Third' }, ben);
    expect(await ungraded()).toMatchObject([
      { _id: early, count: 2, oldest: first.body.submittedAt },
      { _id: late, count: 1 },
    ]);
    expect((await mark(first.body._id, { marks: 30 }, newTeacher)).status).toBe(200);
    expect(await ungraded()).toMatchObject([
      { _id: late, count: 1 },
      { _id: early, count: 1 },
    ]);
    expect((await ungraded(teacher)).map(({ _id }) => _id)).not.toContain(early);
  });

  it('lists submissions with pages, search, sorting and a filter for graded ones', async () => {
    const id = await taughtClass([ada, ben]);
    const first = await submit(id, { text: 'First' }, ada);
    await submit(id, { text: 'Second' }, ben);
    await mark(first.body._id, { marks: 30 });
    const all = await list(id);
    expect(all.body.map(({ text }: { text: string }) => text)).toEqual(['Second', 'First']);
    expect(all.body[0].student).toEqual({ name: ben.name, image: '/pictures/avatars/05.svg' });
    expect(JSON.stringify(all.body)).not.toContain('@');
    const page = await list(id, '?sort=oldest&limit=1');
    expect(page.body).toMatchObject([{ text: 'First' }]);
    expect(page.headers.get(TOTAL_COUNT_HEADER)).toBe('2');
    expect((await list(id, '?marked=no')).body).toMatchObject([{ text: 'Second' }]);
    expect((await list(id, `?q=${encodeURIComponent(ada.name)}&marked=yes`)).body).toMatchObject([
      { text: 'First' },
    ]);
  });
});
