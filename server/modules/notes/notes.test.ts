import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NOTE_EXCERPT } from '#contract/notes.ts';
import { buyClass, publishClass } from '#tests/support/classes.ts';
import { addDraft, addLesson, addSection } from '#tests/support/curriculum.ts';
import { createStudent, createTeacher, signInAs, type TestUser } from '#tests/support/users.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let teacher: TestUser;
let admin: TestUser;
let ada: TestUser;
let ben: TestUser;
let lesson: string;
let draft: string;
let classId: string;

beforeAll(async () => {
  app = await startTestApp();
  admin = await signInAs(app, 'Admin');
  teacher = await createTeacher(app);
  [ada, ben] = [await createStudent(app), await createStudent(app)];
  classId = await publishClass(app, teacher, admin);
  for (const student of [ada, ben]) await buyClass(app, student, classId);
  const section = await addSection(app, teacher, classId);
  lesson = await addLesson(app, teacher, section);
  draft = await addDraft(app, teacher, section);
});
afterAll(() => app.close());

const read = (by: Partial<TestUser>, of = lesson) =>
  app.call('GET', `/lessons/${of}/note`, { token: by.token });
const save = (text: unknown, version: number, by: Partial<TestUser> = ada, of = lesson) =>
  app.call('PUT', `/lessons/${of}/note`, { body: { text, version }, token: by.token });

describe('a note on a lesson', () => {
  it('is private, and a change based on an older version is refused with the stored one', async () => {
    expect((await read(ada)).body).toEqual({ text: '', version: 0 });
    expect((await save('Glue first', 0)).body).toEqual({ version: 1 });
    expect((await save('Glue first', 0)).body).toEqual({ version: 1 });
    expect((await save('Glue last', 1)).body).toEqual({ version: 2 });
    const { status, body } = await save('No glue', 1);
    expect(status).toBe(409);
    expect(body.error).toMatchObject({ code: 'edit_conflict', current: { text: 'Glue last', version: 2 } });
    expect((await save('From a second device', 0)).body.error.code).toBe('edit_conflict');
    expect((await read(ada)).body).toEqual({ text: 'Glue last', version: 2 });
    for (const person of [ben, teacher, admin])
      expect((await read(person)).body).toEqual({ text: '', version: 0 });
    expect((await save('', 2)).body).toEqual({ version: 3 });
  });

  it('is created by only one of two tabs that start at the same time', async () => {
    const statuses = (await Promise.all([save('One', 0, ben), save('Two', 0, ben)])).map(
      ({ status }) => status,
    );
    expect(statuses.sort()).toEqual([200, 409]);
  });

  it('is for those who may read the lesson', async () => {
    const stranger = await createStudent(app);
    expect((await save('x', 0, stranger)).status).toBe(403);
    expect((await read({})).status).toBe(401);
    expect((await read(ada, draft)).status).toBe(404);
    expect((await save('x', 0, ada, randomUUID())).status).toBe(404);
    for (const text of [null, 7, 'x'.repeat(20_001)]) expect((await save(text, 2)).status).toBe(400);
  });
});

describe('the list of own notes', () => {
  const own = async (by: Partial<TestUser>, query = '') => {
    const { body, headers } = await app.call('GET', `/notes${query}`, { token: by.token });
    return {
      lessons: body.map(({ lesson }: { lesson: string }) => lesson),
      total: headers.get('x-total-count'),
      body,
    };
  };

  it('has the notes on readable lessons of the own classes, last changed first', async () => {
    const student = await createStudent(app);
    await buyClass(app, student, classId);
    const section = await addSection(app, teacher, classId, 'Notes');
    const [first, second, third] = await Promise.all(
      ['Oak', 'Pine', 'Elm'].map((title) => addLesson(app, teacher, section, { title })),
    );
    expect((await own(student)).body).toEqual([]);
    await save('Hard: naïve cuts split it', 0, student, first);
    await save('x'.repeat(1_000), 0, student, second);
    await save('To clear', 0, student, third);
    await save('', 1, student, third);
    await save('Hard: naïve cuts split it, always', 1, student, first);

    const { body } = await own(student);
    expect(body).toEqual([
      {
        _id: expect.any(String),
        classId,
        title: expect.any(String),
        lessonId: first,
        lesson: 'Oak',
        excerpt: 'Hard: naïve cuts split it, always',
        updatedAt: expect.any(String),
      },
      expect.objectContaining({ lesson: 'Pine', excerpt: 'x'.repeat(NOTE_EXCERPT + 1) }),
    ]);
    expect(await own(student, '?limit=1&page=2')).toMatchObject({ lessons: ['Pine'], total: '2' });
    for (const [q, found] of [
      ['NAIVE', ['Oak']],
      ['pine', ['Pine']],
      [body[0].title, ['Oak', 'Pine']],
      ['%', []],
    ] as const)
      expect((await own(student, `?q=${encodeURIComponent(q)}`)).lessons, q).toEqual(found);

    for (const other of [teacher, admin]) expect((await own(other)).body).toEqual([]);
    expect((await app.call('GET', '/notes')).status).toBe(401);
    await app.pool.query("update lessons set status = 'draft' where id = $1", [first]);
    expect((await own(student)).lessons).toEqual(['Pine']);
    await app.pool.query('delete from enrollments where user_id = (select id from users where email = $1)', [
      student.email,
    ]);
    expect((await own(student)).body).toEqual([]);
  });
});
