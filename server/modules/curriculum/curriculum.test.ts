import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CURRICULUM_LIMITS } from '#contract/curriculum.ts';
import { addClass, buyClass, publishClass } from '#tests/support/classes.ts';
import { addDraft, addLesson, addSection } from '#tests/support/curriculum.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { createStudent, createTeacher, signInAs, type TestUser } from '#tests/support/users.ts';

let app: TestApp;
let admin: TestUser;
let teacher: TestUser;
let student: TestUser;
let classId: string;

beforeAll(async () => {
  app = await startTestApp();
  admin = await signInAs(app, 'Admin');
  [teacher, student] = [await createTeacher(app), await createStudent(app)];
});
afterAll(() => app.close());
beforeEach(async () => {
  classId = await publishClass(app, teacher, admin);
});

const read = (by: Partial<TestUser> = {}, id = classId) =>
  app.call('GET', `/classes/${id}/curriculum`, { token: by.token });
const readDraft = async () =>
  (await app.call('GET', `/classes/${classId}/curriculum/draft`, { token: teacher.token })).body;
const byTeacher = (method: string, path: string, body?: object) =>
  app.call(method, path, { body, token: teacher.token });

interface Listed {
  title: string;
  lessons: { title: string }[];
}
/** The titles of a curriculum, such as `A: one, two`. */
const outline = ({ sections }: { sections: Listed[] }): string[] =>
  sections.map(({ title, lessons }) => `${title}: ${lessons.map((lesson) => lesson.title).join(', ')}`);

/** Sections A and B with the lessons one to three and four. */
const build = async () => {
  const [a, b] = [await addSection(app, teacher, classId, 'A'), await addSection(app, teacher, classId, 'B')];
  const [one, two, three] = [
    await addLesson(app, teacher, a, { title: 'one' }),
    await addLesson(app, teacher, a, { title: 'two' }),
    await addLesson(app, teacher, a, { title: 'three' }),
  ];
  const four = await addLesson(app, teacher, b, { title: 'four' });
  return { a, b, one, two, three, four };
};

describe('GET /classes/{id}/curriculum', () => {
  it('is empty for a class without lessons', async () => {
    expect((await read()).body).toEqual({ outcomes: [], sections: [], lessons: 0, minutes: 0 });
  });

  it('lists published lessons with totals, without their content, drafts and empty sections', async () => {
    const section = await addSection(app, teacher, classId, 'Basics');
    await addSection(app, teacher, classId, 'Empty');
    const lesson = await addLesson(app, teacher, section, { title: 'First', isPreview: true });
    await addLesson(app, teacher, section, { title: 'Second', minutes: null });
    await addDraft(app, teacher, section, 'A secret draft');
    const { status, body } = await read();
    expect(status).toBe(200);
    expect(body).toMatchObject({ lessons: 2, minutes: 8, updatedAt: expect.any(String) });
    expect(body.sections).toEqual([
      {
        _id: section,
        title: 'Basics',
        lessons: [
          { _id: lesson, kind: 'article', title: 'First', minutes: 8, isPreview: true },
          expect.not.objectContaining({ minutes: expect.anything() }),
        ],
      },
    ]);
  });

  it('is for those who may open the class', async () => {
    const pending = await addClass(app, teacher);
    expect((await read({}, pending)).status).toBe(404);
    expect((await read(student, pending)).status).toBe(404);
    expect((await read(teacher, pending)).status).toBe(200);
    expect((await read(admin, pending)).status).toBe(200);
    await buyClass(app, student, classId);
    await app.call('DELETE', `/classes/${classId}`, { token: teacher.token });
    expect((await read()).status).toBe(404);
    expect((await read(student)).status).toBe(200);
  });
});

describe('the curriculum of a teacher', () => {
  it('shows drafts, empty sections and versions', async () => {
    const section = await addSection(app, teacher, classId, 'Basics');
    await addDraft(app, teacher, section, 'Draft');
    expect(await readDraft()).toMatchObject({
      title: 'Woodworking for web developers',
      version: 1,
      sections: [{ title: 'Basics', version: 1, lessons: [{ title: 'Draft', status: 'draft' }] }],
    });
  });

  it('saves what students will learn, unless it has changed since', async () => {
    const set = (outcomes: unknown, version: number) =>
      byTeacher('PUT', `/classes/${classId}/curriculum/outcomes`, { outcomes, version });
    expect((await set(['  Build a page ', 'Read a layout'], 1)).body).toEqual({ version: 2 });
    expect((await read()).body.outcomes).toEqual(['Build a page', 'Read a layout']);
    // The response to the first attempt may have been lost.
    expect((await set(['Build a page', 'Read a layout'], 1)).body).toEqual({ version: 2 });
    const late = await set(['Something else'], 1);
    expect(late.status).toBe(409);
    expect(late.body.error).toMatchObject({
      code: 'edit_conflict',
      current: { outcomes: ['Build a page', 'Read a layout'], version: 2 },
    });
    expect((await set([], 2)).status).toBe(200);
    expect((await set([''], 3)).status).toBe(400);
    expect(
      (
        await set(
          Array.from({ length: 13 }, () => 'Line'),
          3,
        )
      ).status,
    ).toBe(400);
  });

  it('renames a section, unless it has changed since', async () => {
    const section = await addSection(app, teacher, classId);
    const rename = (title: string, version: number) =>
      byTeacher('PUT', `/sections/${section}`, { title, version });
    expect((await rename('Better', 1)).body).toEqual({ version: 2 });
    expect((await rename('Better', 1)).body).toEqual({ version: 2 });
    const late = await rename('Worse', 1);
    expect(late.body.error).toMatchObject({
      code: 'edit_conflict',
      current: { title: 'Better', version: 2 },
    });
    expect((await rename('x'.repeat(151), 2)).status).toBe(400);
  });

  it('moves lessons within and between sections', async () => {
    const { a, b, one, two, four } = await build();
    const move = (id: string, sectionId: string, before: string | null) =>
      byTeacher('PATCH', `/lessons/${id}/place`, { sectionId, before });
    expect((await move(one, a, null)).body).toEqual({ modifiedCount: 1 });
    expect(outline(await readDraft())).toEqual(['A: two, three, one', 'B: four']);
    await move(one, a, two);
    await move(two, b, four);
    expect(outline((await read()).body)).toEqual(['A: one, three', 'B: two, four']);
    // The lesson before which it is placed no longer exists.
    expect((await move(one, a, four)).body.error.code).toBe('conflict');
  });

  it('moves sections', async () => {
    const { a, b } = await build();
    await byTeacher('PATCH', `/sections/${b}/place`, { before: a });
    expect(outline(await readDraft())).toEqual(['B: four', 'A: one, two, three']);
    await byTeacher('PATCH', `/sections/${b}/place`, { before: null });
    expect(outline(await readDraft())).toEqual(['A: one, two, three', 'B: four']);
  });

  it('stays consistent when two tabs move lessons concurrently', async () => {
    const { a, b, one, two, three, four } = await build();
    const ids = [one, two, three, four];
    const responses = await Promise.all(
      Array.from({ length: 24 }, (_, index) =>
        byTeacher('PATCH', `/lessons/${ids[index % 4]!}/place`, {
          sectionId: index % 3 === 0 ? a : b,
          before: null,
        }),
      ),
    );
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
    const { sections } = await readDraft();
    const listed = sections.flatMap(({ lessons }: { lessons: { _id: string }[] }) =>
      lessons.map(({ _id }) => _id),
    );
    expect(listed.sort()).toEqual(ids.sort());
  });

  it('deletes lessons, and sections with their lessons', async () => {
    const { a, one, two } = await build();
    expect((await byTeacher('DELETE', `/lessons/${one}`)).body).toEqual({ deletedCount: 1 });
    expect((await byTeacher('DELETE', `/lessons/${one}`)).status).toBe(404);
    expect((await byTeacher('DELETE', `/sections/${a}`)).body).toEqual({ deletedCount: 1 });
    expect(outline(await readDraft())).toEqual(['B: four']);
    expect((await app.call('GET', `/lessons/${two}`)).status).toBe(404);
  });

  it('accepts only ids of its own class', async () => {
    const { a, one } = await build();
    const other = await createTeacher(app);
    const theirs = await addSection(app, other, await addClass(app, other));
    const elsewhere = await addSection(app, teacher, await addClass(app, teacher));
    for (const sectionId of [theirs, elsewhere])
      expect((await byTeacher('PATCH', `/lessons/${one}/place`, { sectionId, before: null })).status).toBe(
        404,
      );
    expect((await byTeacher('PATCH', `/sections/${a}/place`, { before: theirs })).status).toBe(409);
    expect(
      (await byTeacher('POST', `/sections/${theirs}/lessons`, { kind: 'article', title: 'x' })).status,
    ).toBe(403);
  });

  it('is deleted with a class that was never published', async () => {
    const pending = await addClass(app, teacher);
    const lesson = await addLesson(app, teacher, await addSection(app, teacher, pending));
    expect((await byTeacher('DELETE', `/classes/${pending}`)).body).toEqual({ deletedCount: 1 });
    expect((await byTeacher('GET', `/lessons/${lesson}`)).status).toBe(404);
  });
});

describe('a large curriculum', () => {
  it('is limited in sections and lessons, and is read completely', async () => {
    const section = await addSection(app, teacher, classId, 'First');
    await app.pool.query(
      `insert into sections (class_id, title, position) select $1, 'Section ' || n, n from generate_series(2, 50) n`,
      [classId],
    );
    await app.pool.query(
      `insert into lessons (section_id, kind, status, title, minutes, position, text)
       select s.id, 'article', 'published', 'Lesson ' || n, 2, n, repeat('Words. ', 2500)
         from sections s, generate_series(1, 10) n where s.class_id = $1`,
      [classId],
    );
    const { body } = await read();
    expect(body).toMatchObject({
      lessons: CURRICULUM_LIMITS.lessons,
      minutes: 2 * CURRICULUM_LIMITS.lessons,
    });
    expect(body.sections).toHaveLength(CURRICULUM_LIMITS.sections);
    expect(body.sections[49].lessons.map(({ title }: { title: string }) => title).at(-1)).toBe('Lesson 10');
    const oneMore = await byTeacher('POST', `/classes/${classId}/sections`, { title: 'One more' });
    expect(oneMore.body.error.code).toBe('limit_reached');
    const lesson = await byTeacher('POST', `/sections/${section}/lessons`, {
      kind: 'video',
      title: 'One more',
    });
    expect(lesson.body.error.code).toBe('limit_reached');
  });
});
