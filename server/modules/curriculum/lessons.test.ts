import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { paymentIdOf } from '#tests/support/books.ts';
import { addClass, buyClass, publishClass } from '#tests/support/classes.ts';
import { addDraft, addLesson, addSection, lessonInput } from '#tests/support/curriculum.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { createStudent, createTeacher, signInAs, type TestUser } from '#tests/support/users.ts';

let app: TestApp;
let admin: TestUser;
let teacher: TestUser;
let student: TestUser;
let stranger: TestUser;
let classId: string;
let section: string;
let lesson: string;
let transactionId: string;

beforeAll(async () => {
  app = await startTestApp();
  admin = await signInAs(app, 'Admin');
  teacher = await createTeacher(app);
  [student, stranger] = [await createStudent(app), await createStudent(app)];
  classId = await publishClass(app, teacher, admin);
  section = await addSection(app, teacher, classId);
  lesson = await addLesson(app, teacher, section);
  transactionId = await buyClass(app, student, classId);
});
afterAll(() => app.close());

const open = (id: string, { token }: Partial<TestUser> = {}) => app.call('GET', `/lessons/${id}`, { token });
const update = (id: string, more: object, by = teacher) =>
  app.call('PUT', `/lessons/${id}`, { body: lessonInput(more), token: by.token });

describe('GET /lessons/{id}', () => {
  it('is for students of the class, its teacher and admins', async () => {
    expect((await open(lesson)).status).toBe(401);
    expect((await open(lesson, stranger)).body.error.code).toBe('not_enrolled');
    expect((await open(lesson, await createTeacher(app))).status).toBe(403);
    const { body } = await open(lesson, student);
    expect(body).toMatchObject({ _id: lesson, classId, sectionId: section, text: lessonInput().text });
    expect(body).not.toHaveProperty('version');
    expect(body).not.toHaveProperty('status');
    expect((await open(lesson, teacher)).body).toMatchObject({ version: 2, status: 'published' });
    expect((await open(lesson, admin)).status).toBe(200);
  });

  it('names its class to those who may enroll', async () => {
    const { body: offer } = await app.call('GET', `/classes/${classId}`);
    const classOfLesson = { _id: classId, title: offer.title };
    expect((await open(lesson)).body.error).toMatchObject({ code: 'unauthenticated', classOfLesson });
    expect((await open(lesson, stranger)).body.error).toMatchObject({ classOfLesson });
  });

  it('says nothing about an unpublished class or a draft', async () => {
    const pending = await addClass(app, teacher);
    const early = await addLesson(app, teacher, await addSection(app, teacher, pending));
    const draft = await addDraft(app, teacher, section);
    for (const id of [early, draft]) {
      for (const viewer of [{}, stranger, student]) {
        const { status, body } = await open(id, viewer);
        expect(status).toBe(404);
        expect(body).toEqual({ error: { code: 'not_found', message: 'The lesson was not found' } });
      }
    }
  });

  it('is for anyone if it is a free preview of a published class', async () => {
    const preview = await addLesson(app, teacher, section, { isPreview: true });
    expect((await open(preview)).body).toMatchObject({ isPreview: true, text: lessonInput().text });
    expect((await open(preview, stranger)).status).toBe(200);
    const pending = await addClass(app, teacher);
    const early = await addLesson(app, teacher, await addSection(app, teacher, pending), { isPreview: true });
    expect((await open(early)).status).toBe(404);
    expect((await open(early, stranger)).status).toBe(404);
    expect((await open(early, admin)).status).toBe(200);
  });

  it('hides drafts, also those that would be a preview', async () => {
    const draft = await addLesson(app, teacher, section, { isPreview: true, status: 'draft' });
    expect((await open(draft)).status).toBe(404);
    expect((await open(draft, student)).status).toBe(404);
    expect((await open(draft, teacher)).status).toBe(200);
  });

  it('is 404 for an unknown id and 400 for a malformed one', async () => {
    expect((await open('00000000-0000-4000-8000-000000000000')).status).toBe(404);
    expect((await open('mistyped')).status).toBe(400);
  });
});

describe('PUT /lessons/{id}', () => {
  it('keeps the text as it was written', async () => {
    const id = await addDraft(app, teacher, section);
    const text = '    code\r\n\r\n<script>alert(1)</script>\n\n{{7*7}} \\*\n\n';
    expect((await update(id, { text, version: 1 })).body).toEqual({ version: 2 });
    expect((await open(id, teacher)).body.text).toBe(text.replaceAll('\r\n', '\n'));
  });

  it('accepts a repeated call, and refuses a change based on an old version with the stored one', async () => {
    const id = await addDraft(app, teacher, section);
    expect((await update(id, { text: 'Of the first tab' })).body).toEqual({ version: 2 });
    expect((await update(id, { text: 'Of the first tab' })).body).toEqual({ version: 2 });
    const late = await update(id, { text: 'Of the second tab' });
    expect(late.status).toBe(409);
    expect(late.body.error).toMatchObject({
      code: 'edit_conflict',
      current: { _id: id, text: 'Of the first tab', version: 2 },
    });
    expect((await update(id, { text: 'Of the second tab', version: 2 })).body).toEqual({ version: 3 });
  });

  it('accepts one of several tabs that save at the same time', async () => {
    const id = await addDraft(app, teacher, section);
    const responses = await Promise.all(
      Array.from({ length: 8 }, (_, tab) => update(id, { text: `Of tab ${tab}` })),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([
      200,
      ...Array.from({ length: 7 }, () => 409),
    ]);
  });

  it('stores videos of YouTube and Vimeo by their id', async () => {
    const id = await addDraft(app, teacher, section);
    await update(id, { kind: 'video', text: '', video: 'https://youtu.be/dQw4w9WgXcQ?t=1' });
    expect((await open(id, student)).body.video).toEqual({ provider: 'youtube', id: 'dQw4w9WgXcQ' });
    await update(id, { kind: 'video', video: 'vimeo.com/76979871', version: 2 });
    expect((await open(id, student)).body.video).toEqual({ provider: 'vimeo', id: '76979871' });
    const { status, body } = await update(id, { kind: 'video', video: 'https://evil.example/v', version: 3 });
    expect([status, Object.keys(body.error.fields)]).toEqual([400, ['video']]);
  });

  it('does not publish a lesson without content', async () => {
    const id = await addDraft(app, teacher, section);
    expect((await update(id, { text: ' \n ' })).body.error.fields).toHaveProperty('text');
    expect((await update(id, { kind: 'video' })).body.error.fields).toHaveProperty('video');
    expect((await update(id, { text: '', status: 'draft' })).status).toBe(200);
  });

  it.each([
    ['a text that is too long', { text: 'x'.repeat(20_001) }],
    ['a title of two lines', { title: 'One\nTwo' }],
    ['no title', { title: ' ' }],
    ['no minutes', { minutes: 0 }],
    ['too many minutes', { minutes: 601 }],
    ['an unknown kind', { kind: 'quiz' }],
  ])('refuses %s', async (_what, more) => {
    expect((await update(lesson, { version: 2, ...more })).status).toBe(400);
  });

  it('accepts the longest text in any language', async () => {
    const id = await addDraft(app, teacher, section);
    expect((await update(id, { text: '字'.repeat(20_000) })).status).toBe(200);
  });
});

describe('the progress of a student', () => {
  const save = (id: string, body: object, by = student) =>
    app.call('PUT', `/lessons/${id}/progress`, { body, token: by.token });
  const list = (by = student) => app.call('GET', `/classes/${classId}/lesson-progress`, { token: by.token });

  it('is kept lesson by lesson', async () => {
    expect((await list()).body).toMatchObject({ done: [], started: [] });
    expect((await save(lesson, {})).body).toMatchObject({ lessonId: lesson, isDone: false, position: 0 });
    expect((await list()).body.started).toEqual([{ lessonId: lesson, position: 0 }]);
    await save(lesson, { position: 95 });
    const { body } = await save(lesson, { isDone: true });
    expect(body).toMatchObject({ lessonId: lesson, isDone: true, position: 95 });
    expect((await open(lesson, student)).body.progress).toEqual(body);
    expect((await list()).body).toMatchObject({
      done: [lesson],
      started: [{ lessonId: lesson, position: 95 }],
    });
    await save(lesson, { position: 0 });
    expect((await list()).body).toMatchObject({ done: [lesson], started: [] });
    expect((await save(lesson, { isDone: false })).body).toMatchObject({ isDone: false, position: 0 });
  });

  it('is for students of the class, in its published lessons', async () => {
    const draft = await addDraft(app, teacher, section);
    expect((await save(draft, {})).status).toBe(404);
    for (const by of [stranger, teacher, admin]) expect((await save(lesson, {}, by)).status).toBe(403);
    expect((await list(stranger)).status).toBe(403);
    expect((await save('00000000-0000-4000-8000-000000000000', {})).status).toBe(404);
    expect((await save(lesson, { position: -1 })).status).toBe(400);
    expect((await save(lesson, { position: 1e9 })).status).toBe(400);
  });

  it('of several devices at once is one row', async () => {
    const id = await addLesson(app, teacher, section);
    const responses = await Promise.all(
      Array.from({ length: 12 }, (_, index) => save(id, index % 2 ? { position: index } : { isDone: true })),
    );
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
    expect((await open(id, student)).body.progress).toMatchObject({ isDone: true });
  });

  it('ends with the enrollment', async () => {
    await app.call('POST', `/payments/${await paymentIdOf(app.pool, transactionId)}/refund`, {
      body: { reason: 'Asked for' },
      token: admin.token,
    });
    for (const response of [await open(lesson, student), await save(lesson, { position: 3 }), await list()]) {
      expect(response.status).toBe(403);
      expect(response.body).toMatchObject({ error: { code: 'not_enrolled' } });
    }
  });
});
