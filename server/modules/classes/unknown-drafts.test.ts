import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addDraft, publishClass } from '#tests/support/classes.ts';
import { addLesson, addSection } from '#tests/support/curriculum.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { createTeacher, signInAs, type TestUser } from '#tests/support/users.ts';

// Somebody knows the ids of a draft and of its parts, and asks whether they exist.
let app: TestApp;
let other: TestUser;
let draft: string;
let section: string;
let lesson: string;

beforeAll(async () => {
  app = await startTestApp();
  const teacher = await createTeacher(app);
  other = await createTeacher(app);
  await publishClass(app, teacher, await signInAs(app, 'Admin'));
  draft = await addDraft(app, teacher);
  section = await addSection(app, teacher, draft);
  lesson = await addLesson(app, teacher, section, { isPreview: true });
});
afterAll(() => app.close());

it.each([
  ['DELETE', '/sections/', '', () => section],
  ['DELETE', '/lessons/', '', () => lesson],
  ['PUT', '/lessons/', '/progress', () => lesson],
  ['GET', '/classes?sameTeacherAs=', '', () => draft],
  ['GET', '/classes?sameTeacherAs=', '&status=approve&page=1&q=web', () => draft],
])('%s %sid%s is answered as for an id that does not exist', async (method, before, after, idOf) => {
  const ask = async (id: string) => {
    const body = method === 'PUT' ? { isDone: true } : undefined;
    const response = await app.call(method, before + id + after, { body, token: other.token });
    return { status: response.status, body: response.body as unknown };
  };
  expect(await ask(idOf())).toEqual(await ask(randomUUID()));
});
