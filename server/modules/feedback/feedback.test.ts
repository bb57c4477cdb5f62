import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TOTAL_COUNT_HEADER } from '#contract/paging.ts';
import { userIdOf } from '#tests/support/books.ts';
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

describe('GET /feedback', () => {
  it('is public, without email addresses', async () => {
    const { status, body } = await app.call('GET', '/feedback');
    expect(status).toBe(200);
    expect(body.length).toBeGreaterThan(10);
    expect(JSON.stringify(body)).not.toContain('@');
    for (const entry of body) {
      expect(entry).toMatchObject({ feedback: expect.any(String), user: { name: expect.any(String) } });
      expect([1, 2, 3, 4, 5]).toContain(entry.rating);
    }
  });

  it('can be limited to one class', async () => {
    const { body: all } = await app.call('GET', '/feedback');
    const { classId } = all[0];
    const { body } = await app.call('GET', `/feedback?classId=${classId}`);
    expect(body.length).toBeGreaterThan(0);
    for (const entry of body) expect(entry.classId).toBe(classId);
    expect((await app.call('GET', '/feedback?classId=x')).status).toBe(400);
  });
});

describe('POST /feedback', () => {
  it('is shown under the user’s own name, and is replaced by newer feedback', async () => {
    expect(await summary()).toEqual({ count: 0, average: null, distribution: [0, 0, 0, 0, 0] });
    const first = await give();
    expect(first.status).toBe(200);
    const user = { name: ada.name, image: '/pictures/avatars/05.svg' };
    expect(await list()).toEqual([
      {
        _id: first.body.insertedId,
        classId,
        feedback: 'Sturdy.',
        rating: 4,
        user,
        updatedAt: expect.any(String),
      },
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

  it('is stored and returned as given', async () => {
    const feedback = '<script>alert(1)</script> \u2014 100% "good" & \'fine\'';
    await give({ feedback });
    expect((await list()).map((entry: { feedback: string }) => entry.feedback)).toContain(feedback);
  });
});

describe('the reply of the teacher', () => {
  const reply = (id: string, text: unknown = 'Thank you!', by: Partial<TestUser> = teacher) =>
    app.call('PUT', `/feedback/${id}/reply`, { body: { text }, token: by.token });
  const remove = (id: string, by: Partial<TestUser> = teacher) =>
    app.call('DELETE', `/feedback/${id}/reply`, { token: by.token });
  const moderate = (id: string, action: 'hide' | 'show') =>
    app.call('PATCH', `/feedback/${action}/${id}`, {
      body: action === 'hide' ? { reason: 'Rude' } : undefined,
      token: admin.token,
    });
  const giveFeedback = async (more: object = {}): Promise<string> => (await give(more)).body.insertedId;
  const shown = async (id: string) =>
    (await list()).find(({ _id }: { _id: string }) => _id === id)?.reply as object | undefined;
  const notifications = async () =>
    (await app.call('GET', '/notifications', { token: ada.token })).body.filter(
      ({ kind }: { kind: string }) => kind === 'feedback reply',
    ) as { path: string; quote: string }[];

  it('is shown once, wherever the feedback is shown, and the author of the feedback is notified once', async () => {
    const id = await giveFeedback({ feedback: 'Sturdy, but slow.' });
    expect((await reply(id)).body).toEqual({ modifiedCount: 1 });
    expect((await reply(id)).body).toEqual({ modifiedCount: 0 });
    expect((await reply(id, 'Thank you, Ada!')).body).toEqual({ modifiedCount: 1 });
    const expected = {
      text: 'Thank you, Ada!',
      name: teacher.name,
      image: expect.any(String),
      isOutdated: false,
    };
    expect(await shown(id)).toEqual(expected);
    const own = await app.call('GET', `/feedback/own?classId=${classId}`, { token: ada.token });
    expect(own.body.feedback.reply).toEqual(expected);
    const moderated = await app.call('GET', '/feedback/moderation?q=but slow', { token: admin.token });
    expect(moderated.body[0].reply).toEqual(expected);
    const csv = await app.call('GET', '/exports/feedback.csv', { token: admin.token });
    expect(csv.body).toContain('"Thank you, Ada!"');
    expect(await (await fetch(`${app.url}/`)).text()).toContain('Thank you, Ada!');
    expect(await notifications()).toMatchObject([
      { path: `/dashboard/myAssignmentTasks/${classId}?feedback=own`, quote: 'Thank you, Ada!' },
    ]);
  });

  it('is marked as older than the feedback, until the teacher confirms or changes it', async () => {
    const id = await giveFeedback({ feedback: 'Great!' });
    await reply(id, 'So true.');
    await giveFeedback({ feedback: 'A fraud!', rating: 1 });
    expect(await shown(id)).toMatchObject({ text: 'So true.', isOutdated: true });
    expect((await reply(id, 'So true.')).body).toEqual({ modifiedCount: 1 });
    expect(await shown(id)).toMatchObject({ isOutdated: false });
  });

  it('can be deleted by the teacher with its notification, and written again without another email within the hour', async () => {
    const id = await giveFeedback();
    await reply(id);
    expect((await remove(id)).body).toEqual({ deletedCount: 1 });
    expect((await remove(id)).body).toEqual({ deletedCount: 0 });
    expect(await shown(id)).toBeUndefined();
    expect(await notifications()).toEqual([]);
    await reply(id, 'After all: thank you.');
    expect(await shown(id)).toMatchObject({ text: 'After all: thank you.' });
    expect(await notifications()).toMatchObject([{ quote: 'After all: thank you.' }]);
    const { rows } = await app.pool.query(
      "select email from notifications where kind = 'feedback reply' and subject = $1",
      [id],
    );
    expect(rows).toEqual([{ email: 'none' }]);
  });

  it('is stored once, however many are sent concurrently', async () => {
    const id = await giveFeedback();
    await remove(id);
    const sent = await Promise.all(['A', 'B', 'C'].map((text) => reply(id, text)));
    expect(sent.map(({ status }) => status)).toEqual([200, 200, 200]);
    const { rows } = await app.pool.query('select text from feedback_replies where feedback_id = $1', [id]);
    expect(rows).toHaveLength(1);
    expect(await shown(id)).toMatchObject(rows[0]);
  });

  it('is refused while the feedback is hidden, and hidden with it', async () => {
    const id = await giveFeedback();
    await reply(id, 'Please read the lesson.');
    await moderate(id, 'hide');
    const { status, body } = await reply(id, 'Still there?');
    expect(status).toBe(409);
    expect(body.error.code).toBe('feedback_hidden');
    expect(JSON.stringify(await list())).not.toContain('Please read the lesson.');
    expect(await notifications()).toEqual([]);
    await moderate(id, 'show');
    expect(await shown(id)).toMatchObject({ text: 'Please read the lesson.' });
    const [response] = await Promise.all([reply(id, 'In time?'), moderate(id, 'hide')]);
    expect([200, 409]).toContain(response.status);
    await moderate(id, 'show');
    expect(await shown(id)).toMatchObject({
      text: response.status === 200 ? 'In time?' : 'Please read the lesson.',
    });
  });

  it('is for the teacher of the class alone', async () => {
    const id = await giveFeedback();
    const other = await createTeacher(app);
    for (const person of [ada, ben, stranger, admin, other]) {
      expect((await reply(id, 'x', person)).status).toBe(403);
      expect((await remove(id, person)).status).toBe(403);
    }
    expect((await reply(id, 'x', {})).status).toBe(401);
    expect((await reply(randomUUID())).status).toBe(404);
    expect((await reply('mistyped')).status).toBe(400);
    for (const text of [undefined, ' ', 'x'.repeat(2_001), 7]) {
      const { status, body } = await reply(id, text ?? null);
      expect(status).toBe(400);
      expect(body.error.fields).toHaveProperty('text');
    }
  });

  it('is deleted with the teacher’s account, as is its notification', async () => {
    const leaver = await createTeacher(app, { name: 'Lee Leaver' });
    const left = await publishClass(app, leaver, admin, { price: 0 });
    await app.call('POST', `/classes/${left}/enrollment`, { token: ada.token });
    const { body } = await give({ classId: left, feedback: 'Too early to say.' });
    await reply(body.insertedId, 'Do stay!', leaver);
    expect(await notifications()).toHaveLength(1);
    await app.call('DELETE', `/users/${await userIdOf(app.pool, leaver)}`, { token: admin.token });
    const own = await app.call('GET', `/feedback/own?classId=${left}`, { token: ada.token });
    expect(own.body.feedback).not.toHaveProperty('reply');
    expect(await notifications()).toEqual([]);
  });
});
