import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TOTAL_COUNT_HEADER } from '#contract/paging.ts';
import { buyClass, publishClass } from '#tests/support/classes.ts';
import { createStudent, createTeacher, signInAs, type TestUser } from '#tests/support/users.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let teacher: TestUser;
let admin: TestUser;
let ada: TestUser;
let ben: TestUser;
let stranger: TestUser;
let classId: string;

beforeAll(async () => {
  app = await startTestApp();
  admin = await signInAs(app, 'Admin');
  teacher = await createTeacher(app);
  [ada, ben, stranger] = [await createStudent(app), await createStudent(app), await createStudent(app)];
  classId = await publishClass(app, teacher, admin);
  for (const student of [ada, ben]) await buyClass(app, student, classId);
});
afterAll(() => app.close());

const give = (more: object = {}, by: TestUser = ada) =>
  app.call('POST', '/feedback', {
    body: {
      classId,
      feedback: 'Sturdy.',
      rating: 4,
      user: { name: 'Forged', email: 'forged@example.test', image: 'x' },
      ...more,
    },
    token: by.token,
  });
const list = async () => (await app.call('GET', `/feedback?classId=${classId}`)).body;
const summary = async () => (await app.call('GET', `/feedback/summary?classId=${classId}`)).body;

describe('POST /feedback', () => {
  it('is shown under the user’s own name, and is replaced by newer feedback', async () => {
    expect(await summary()).toEqual({ count: 0, average: null, distribution: [0, 0, 0, 0, 0] });
    const first = await give();
    expect(first.status).toBe(200);
    const user = { name: ada.name, image: '/pictures/avatars/05.svg' };
    expect(await list()).toEqual([
      { _id: first.body.insertedId, classId, feedback: 'Sturdy.', rating: 4, user },
    ]);
    const second = await give({ feedback: 'Very sturdy.', rating: 5 });
    expect(second.body).toEqual(first.body);
    expect(await list()).toMatchObject([{ feedback: 'Very sturdy.', rating: 5 }]);
    const own = await app.call('GET', `/feedback/own?classId=${classId}`, { token: ada.token });
    expect(own.body.feedback).toMatchObject({ feedback: 'Very sturdy.', rating: 5 });
    const none = await app.call('GET', `/feedback/own?classId=${classId}`, { token: ben.token });
    expect(none.body).toEqual({ feedback: null });
  });

  it('counts into the average and the distribution', async () => {
    await give({ rating: 5 });
    await give({ rating: 2 }, ben);
    expect(await summary()).toEqual({ count: 2, average: 3.5, distribution: [0, 1, 0, 0, 1] });
    const { headers, body } = await app.call('GET', `/feedback?classId=${classId}&limit=1&page=2`);
    expect(headers.get(TOTAL_COUNT_HEADER)).toBe('2');
    expect(body).toHaveLength(1);
  });

  it.each([
    [{ rating: 0 }, 'rating'],
    [{ rating: 6 }, 'rating'],
    [{ rating: 4.5 }, 'rating'],
    [{ feedback: ' ' }, 'feedback'],
    [{ feedback: 'x'.repeat(2_001) }, 'feedback'],
    [{ classId: 'mistyped' }, 'classId'],
    [{ classId: undefined }, 'classId'],
  ])('is 400 and names the field: %o', async (wrong, field) => {
    const { status, body } = await give(wrong);
    expect(status).toBe(400);
    expect(body.error.fields).toHaveProperty(field);
  });

  it('is for students of the class', async () => {
    for (const person of [stranger, teacher, admin]) expect((await give({}, person)).status).toBe(403);
    expect(
      (await app.call('POST', '/feedback', { body: { classId, feedback: 'x', rating: 5 } })).status,
    ).toBe(401);
    expect((await give({ classId: randomUUID() })).status).toBe(404);
  });

  it('is stored as given and answered as given', async () => {
    const feedback = '<script>alert(1)</script> \u2014 100% "good" & \'fine\'';
    await give({ feedback });
    expect((await list()).map((entry: { feedback: string }) => entry.feedback)).toContain(feedback);
  });
});
