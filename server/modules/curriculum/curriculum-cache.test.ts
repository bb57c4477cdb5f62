import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { addClass, buyClass, publishClass } from '#tests/support/classes.ts';
import { addDraft, addLesson, addSection, lessonInput } from '#tests/support/curriculum.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { createStudent, createTeacher, signInAs, type TestUser } from '#tests/support/users.ts';

let app: TestApp;
let teacher: TestUser;
let admin: TestUser;
let classId: string;
let section: string;
let preview: string;
/** What visitors read: the curriculum and the preview. */
let shown: string[];

beforeAll(async () => {
  app = await startTestApp();
  teacher = await createTeacher(app);
  admin = await signInAs(app, 'Admin');
  classId = await publishClass(app, teacher, admin);
  section = await addSection(app, teacher, classId);
  preview = await addLesson(app, teacher, section, { isPreview: true });
  shown = [`/classes/${classId}/curriculum`, `/lessons/${preview}`];
});
afterAll(() => app.close());

const isCached = (path: string) => app.server.app.responseCache.get(`/api${path}`) !== undefined;
const areCached = () => shown.map(isCached);
const change = (method: string, path: string, body?: object) =>
  app.call(method, path, { body, token: teacher.token });

beforeEach(async () => {
  for (const path of shown) expect((await app.call('GET', path)).status).toBe(200);
  expect(areCached()).toEqual([true, true]);
});

it('keeps what visitors read while only drafts and other classes change', async () => {
  const draft = await addDraft(app, teacher, section);
  await change('PUT', `/lessons/${draft}`, lessonInput({ status: 'draft', text: 'Not ready' }));
  await change('PATCH', `/lessons/${draft}/place`, { sectionId: section, before: null });
  await change('DELETE', `/lessons/${draft}`);
  const empty = await addSection(app, teacher, classId, 'Empty');
  await change('PUT', `/sections/${empty}`, { title: 'Still empty', version: 1 });
  await change('DELETE', `/sections/${empty}`);
  await addLesson(app, teacher, await addSection(app, teacher, await addClass(app, teacher)));
  // Saved unchanged.
  await change('PUT', `/lessons/${preview}`, lessonInput({ isPreview: true, version: 2 }));
  expect(areCached()).toEqual([true, true]);
});

const CHANGES: Record<string, () => Promise<unknown>> = {
  'a new text': () =>
    change('PUT', `/lessons/${preview}`, lessonInput({ isPreview: true, text: 'New', version: 2 })),
  'what students learn': () =>
    change('PUT', `/classes/${classId}/curriculum/outcomes`, { outcomes: ['Read'], version: 1 }),
  'another lesson': () => addLesson(app, teacher, section),
  'a new title of a section': () => change('PUT', `/sections/${section}`, { title: 'Other', version: 1 }),
  'a new order': () => change('PATCH', `/lessons/${preview}/place`, { sectionId: section, before: null }),
};

it.each(Object.keys(CHANGES))('rebuilds it after %s', async (what) => {
  await CHANGES[what]!();
  expect(areCached()).toEqual([false, false]);
});

const read = (by?: TestUser, id = classId) =>
  app.call('GET', `/classes/${id}/curriculum`, { token: by?.token });

it('is the same for signed-in users, who also fill the cache', async () => {
  const student = await createStudent(app);
  await addLesson(app, teacher, section);
  expect(areCached()).toEqual([false, false]);
  const first = await read(student);
  expect(isCached(shown[0]!)).toBe(true);
  for (const reader of [student, teacher, admin, undefined]) {
    const { body, headers } = await read(reader);
    expect(body).toEqual(first.body);
    expect(headers.get('etag')).toBe(first.headers.get('etag'));
  }
});

it('is not cached once its class is withdrawn, and is then only for those who may open it', async () => {
  const [student, stranger] = [await createStudent(app), await createStudent(app)];
  const id = await publishClass(app, teacher, admin);
  await buyClass(app, student, id);
  for (const reader of [student, stranger]) expect((await read(reader, id)).status).toBe(200);
  await app.call('PATCH', `/classes/withdraw/${id}`, {
    body: { status: 'rejected', reason: 'Wrong' },
    token: admin.token,
  });
  const statuses: number[] = [];
  for (const reader of [student, teacher, admin, stranger, undefined, student]) {
    statuses.push((await read(reader, id)).status);
    expect(isCached(`/classes/${id}/curriculum`)).toBe(false);
  }
  expect(statuses).toEqual([200, 200, 200, 404, 404, 200]);
});

it('rebuilds it after a lesson, and a section, was deleted', async () => {
  const [other] = (await app.call('GET', shown[0]!)).body.sections[0].lessons;
  await change('DELETE', `/lessons/${other._id}`);
  expect(areCached()).toEqual([false, false]);
  await app.call('GET', shown[0]!);
  await change('DELETE', `/sections/${section}`);
  expect(areCached()).toEqual([false, false]);
  expect((await app.call('GET', shown[0]!)).body).toMatchObject({ sections: [], lessons: 0 });
  expect((await app.call('GET', shown[1]!)).status).toBe(404);
});
