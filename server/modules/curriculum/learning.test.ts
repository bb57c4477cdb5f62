import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buyClass, publishClass } from '#tests/support/classes.ts';
import { addDraft, addLesson, addSection } from '#tests/support/curriculum.ts';
import { isWaitingForLock, whileLocked } from '#tests/support/locks.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { createStudent, createTeacher, signInAs, type TestUser } from '#tests/support/users.ts';

let app: TestApp;
let teacher: TestUser;
let student: TestUser;
let classId: string;
let emptyId: string;
let ids: string[];

beforeAll(async () => {
  app = await startTestApp();
  const admin = await signInAs(app, 'Admin');
  [teacher, student] = [await createTeacher(app), await createStudent(app)];
  classId = await publishClass(app, teacher, admin);
  emptyId = await publishClass(app, teacher, admin);
  const [second, first] = [
    await addSection(app, teacher, classId, 'Second'),
    await addSection(app, teacher, classId, 'First'),
  ];
  await app.call('PATCH', `/sections/${first}/place`, { body: { before: second }, token: teacher.token });
  const inSecond = await addLesson(app, teacher, second, { title: 'Three' });
  ids = [
    await addLesson(app, teacher, first, { title: 'One' }),
    await addLesson(app, teacher, first, { title: 'Two' }),
    inSecond,
  ];
  await addDraft(app, teacher, first);
  await addDraft(app, teacher, await addSection(app, teacher, emptyId));
  for (const id of [classId, emptyId]) await buyClass(app, student, id);
  await app.pool.query(
    `update enrollments set enrolled_at = now() - interval '30 days' where class_id = any($1)`,
    [[classId, emptyId]],
  );
});
afterAll(() => app.close());

const save = async (place: number, body: object = {}) => {
  const { status } = await app.call('PUT', `/lessons/${ids[place]}/progress`, { body, token: student.token });
  expect(status).toBe(200);
};
const listOf = (id: string) => app.call('GET', `/classes/${id}/lesson-progress`, { token: student.token });
const enrollments = async (more = '') =>
  (await app.call('GET', `/enrollments?email=${student.email}${more}`, { token: student.token })).body;

/** The progress, which both calls must return alike. */
const learning = async () => {
  const { body } = await listOf(classId);
  const [enrollment] = await enrollments(`&classId=${classId}`);
  expect(enrollment.learning).toEqual(body.learning);
  return { ...body.learning, resume: body.learning.resume.title };
};

describe('writing below a lesson', () => {
  it.each([
    ['PUT', 'progress', { isDone: true }],
    ['PUT', 'note', { text: 'Late', version: 0 }],
    ['POST', 'questions', { text: 'Late?' }],
  ])('that is deleted at the same time is 404: %s %s', async (method, path, body) => {
    const section = await addSection(app, teacher, classId, 'Short');
    const lesson = await addLesson(app, teacher, section);
    const { writing } = await whileLocked(app.pool, async (holder) => {
      await holder.query('delete from lessons where id = $1', [lesson]);
      const writing = app.call(method, `/lessons/${lesson}/${path}`, { body, token: student.token });
      await expect.poll(() => isWaitingForLock(app.pool)).toBe(true);
      return { writing };
    });
    expect((await writing).status).toBe(404);
    await app.call('DELETE', `/sections/${section}`, { token: teacher.token });
  });
});

describe('the progress of a student in a class', () => {
  it('starts with the first published lesson', async () => {
    expect(await learning()).toEqual({ lessons: 3, done: 0, resume: 'One' });
    expect((await listOf(classId)).body.learning.resume._id).toBe(ids[0]);
  });

  it('continues with the lesson opened last, or with the next one that is not completed', async () => {
    await save(1);
    expect(await learning()).toMatchObject({ done: 0, resume: 'Two' });
    await save(1, { isDone: true });
    expect(await learning()).toMatchObject({ done: 1, resume: 'Three' });
    await save(2, { isDone: true });
    expect(await learning()).toMatchObject({ done: 2, resume: 'One' });
    await save(0, { isDone: true });
    expect(await learning()).toEqual({ lessons: 3, done: 3, resume: 'One' });
    await save(2, { isDone: false });
    expect(await learning()).toMatchObject({ done: 2, resume: 'Three' });
  });

  it('is not taken back by what another device sends late', async () => {
    const late = { age: 2 * 24 * 60 * 60 };
    await save(2, {});
    await save(0, late);
    await save(1, late);
    expect(await learning(), 'the lesson opened last').toMatchObject({ done: 2, resume: 'Three' });
    await save(1, { isDone: false, ...late });
    expect(await learning(), 'a lesson done since').toMatchObject({ done: 2 });
    await save(1, { isDone: false });
    await save(1, { isDone: true, ...late });
    expect(await learning(), 'a lesson done on the other device').toMatchObject({ done: 2 });
    await save(1, { isDone: false, age: 24 * 60 * 60 });
    expect(await learning(), 'a lesson reopened after that').toMatchObject({ done: 1 });
    await save(1, { isDone: true });
    await save(2, {});
  });

  it('does not begin before the enrollment, whatever the clock of a device says', async () => {
    const section = await addSection(app, teacher, classId, 'Later');
    const lesson = await addLesson(app, teacher, section);
    await app.call('PUT', `/lessons/${lesson}/progress`, {
      body: { isDone: true, age: 300 * 24 * 60 * 60 },
      token: student.token,
    });
    const { rows } = await app.pool.query(
      `select p.done_at >= e.enrolled_at as is_done, p.seen_at >= e.enrolled_at as is_seen
         from lesson_progress p join sections s on s.class_id = $1 join lessons l on l.section_id = s.id and l.id = p.lesson_id
         join enrollments e on e.class_id = s.class_id and e.user_id = p.user_id where p.lesson_id = $2`,
      [classId, lesson],
    );
    expect(rows).toEqual([{ is_done: true, is_seen: true }]);
    await app.call('DELETE', `/sections/${section}`, { token: teacher.token });
  });

  it('is listed for each class, and absent if nothing is published', async () => {
    const list = await enrollments();
    const byClass = Object.fromEntries(
      list.map((entry: { myClass: { _id: string } }) => [entry.myClass._id, entry]),
    );
    expect(byClass[classId].learning).toMatchObject({ lessons: 3, done: 2 });
    expect(byClass[emptyId]).not.toHaveProperty('learning');
    expect((await listOf(emptyId)).body).toEqual({ done: [], started: [], learning: null });
  });

  it('is the caller’s own', async () => {
    const other = await createStudent(app);
    await buyClass(app, other, classId);
    const { body } = await app.call('GET', `/classes/${classId}/lesson-progress`, { token: other.token });
    expect(body).toMatchObject({ done: [], started: [], learning: { done: 0, resume: { _id: ids[0] } } });
  });
});

describe('the position of a student in a lesson', () => {
  let lesson: string;
  const send = (body: object) =>
    app.call('PUT', `/lessons/${lesson}/progress`, { body, token: student.token });
  beforeAll(async () => {
    lesson = await addLesson(app, teacher, await addSection(app, teacher, classId));
  });

  it('is the last one of the device that watched last', async () => {
    expect((await send({ position: 30 })).body.position).toBe(30);
    expect((await send({ position: 12, age: 3_600 })).body.position, 'sent late by another device').toBe(30);
    expect((await send({ position: 45, age: 2 })).body.position, 'a moment on the way').toBe(45);
    expect((await send({})).body.position).toBe(45);
    expect((await send({ isDone: true, position: 0 })).body).toMatchObject({ isDone: true, position: 0 });
    const { body } = await app.call('GET', `/lessons/${lesson}`, { token: student.token });
    expect(body.progress).toMatchObject({ isDone: true, position: 0 });
  });

  it.each([{ position: -1 }, { position: 86_401 }, { position: 1.5 }, { position: 1, age: -5 }])(
    'is not %j',
    async (body) => expect((await send(body)).status).toBe(400),
  );
});
