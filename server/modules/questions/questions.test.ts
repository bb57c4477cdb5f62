import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { userIdOf } from '#tests/support/books.ts';
import { buyClass } from '#tests/support/classes.ts';
import { addDraft } from '#tests/support/curriculum.ts';
import { createStudent, createTeacher, type TestUser } from '#tests/support/users.ts';
import { Discussion } from '#tests/support/discussion.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
let app: TestApp;
let discussion: Discussion;
let teacher: TestUser;
let admin: TestUser;
let ada: TestUser;
let ben: TestUser;
let stranger: TestUser;

beforeAll(async () => {
  app = await startTestApp();
  discussion = await Discussion.create(app);
  ({ teacher, admin, ada, ben, stranger } = discussion.people);
});
beforeEach(() => discussion.renew());
afterAll(() => app.close());

const notifications = async (by: TestUser) =>
  (await app.call('GET', '/notifications', { token: by.token })).body as { kind: string; path: string }[];

describe('a question', () => {
  it('is asked by a student, answered by the teacher and students, and has one accepted answer', async () => {
    const id = await discussion.asked('Why so **deep**?');
    const [first, second] = [
      await discussion.answered(id, 'So it holds.'),
      await discussion.answered(id, 'It looks good.', ben),
    ];
    expect((await discussion.accept(second)).body).toEqual({ modifiedCount: 1 });
    expect((await discussion.accept(first)).body).toEqual({ modifiedCount: 1 });
    expect((await discussion.accept(second)).body).toEqual({ modifiedCount: 1 });
    const { body } = await discussion.list();
    expect(body).toMatchObject({
      next: null,
      rights: { ask: true, answer: true, accept: false },
      questions: [
        {
          _id: id,
          text: 'Why so **deep**?',
          author: { name: 'Ada Asks', isTeacher: false },
          isOwn: true,
          answers: [
            { _id: second, author: { name: 'Ben Answers' }, isAccepted: true, isOwn: false },
            { _id: first, author: { name: 'Tess Teacher', isTeacher: true }, isAccepted: false },
          ],
        },
      ],
    });
    for (const { email } of [ada, ben, teacher]) expect(JSON.stringify(body)).not.toContain(email);
    await discussion.accept(second, false);
    expect(
      (await discussion.list()).body.questions[0].answers.map((one: { _id: string }) => one._id),
    ).toEqual([first, second]);
    expect((await discussion.list(teacher)).body.rights).toEqual({ ask: false, answer: true, accept: true });
    expect((await discussion.list(admin)).body.rights).toEqual({ ask: false, answer: false, accept: false });
  });

  it('notifies the teacher, and its author of answers, with a link to it', async () => {
    const id = await discussion.asked('Which saw?');
    const path = `/lesson/${discussion.lesson}?question=${id}`;
    expect(await notifications(teacher)).toContainEqual(
      expect.objectContaining({ kind: 'new question', path }),
    );
    const sent = async () => (await notifications(teacher)).filter((one) => one.path === path);
    await discussion.answer(id, 'My own addition', ada);
    expect(await sent()).toEqual([
      expect.objectContaining({
        kind: 'new question',
        text: expect.stringContaining('added to their question'),
      }),
      expect.objectContaining({ kind: 'new question', text: expect.stringContaining('asked a question') }),
    ]);
    const before = await notifications(ada);
    expect(before.filter((one) => one.kind === 'new answer' && one.path === path)).toEqual([]);
    await discussion.answer(id);
    expect(await notifications(ada)).toContainEqual(expect.objectContaining({ kind: 'new answer', path }));
    const { body } = await app.call('GET', `/questions/${id}`, { token: ada.token });
    expect(body).toMatchObject({ _id: id, lessonId: discussion.lesson, text: 'Which saw?' });
    await discussion.answer(id, 'Thanks!', ada);
    expect(await sent(), 'an addition to an answered question').toHaveLength(2);
  });

  it('is read page by page, newest first, while others ask', async () => {
    const ids: string[] = [];
    for (let number = 1; number <= 5; number += 1) ids.unshift(await discussion.asked(`Question ${number}`));
    const first = (await discussion.list(ada, '?limit=2')).body;
    expect(first.questions.map((one: { _id: string }) => one._id)).toEqual(ids.slice(0, 2));
    await discussion.asked('In between');
    const second = (await discussion.list(ada, `?limit=2&before=${first.next}`)).body;
    expect(second.questions.map((one: { _id: string }) => one._id)).toEqual(ids.slice(2, 4));
    const last = (await discussion.list(ada, `?limit=2&before=${second.next}`)).body;
    expect(last).toMatchObject({ questions: [{ _id: ids[4] }], next: null });
  });

  it('is for students of the class, even under a free preview, until they are refunded', async () => {
    const id = await discussion.asked();
    for (const person of [stranger, await createTeacher(app)]) {
      expect((await discussion.list(person)).status).toBe(403);
      expect((await discussion.ask('Why?', person)).status).toBe(403);
      expect((await discussion.answer(id, 'x', person)).status).toBe(403);
      expect((await discussion.accept(await discussion.answered(id), true, person)).status).toBe(403);
    }
    expect((await discussion.ask('Why?', {})).status).toBe(401);
    expect((await discussion.list({})).status).toBe(401);
    for (const person of [teacher, admin]) expect((await discussion.ask('Why?', person)).status).toBe(403);
    expect((await discussion.answer(id, 'x', admin)).status).toBe(403);
    expect((await discussion.ask('Why?', ada, randomUUID())).status).toBe(404);
    expect((await discussion.answer(randomUUID())).status).toBe(404);

    const leaver = await createStudent(app);
    await buyClass(app, leaver, discussion.classId);
    const own = await discussion.asked('Can I leave?', leaver);
    await app.pool.query('delete from enrollments where user_id = $1', [await userIdOf(app.pool, leaver)]);
    expect((await discussion.list(leaver)).status).toBe(403);
    expect((await discussion.edit(own, 'x', 1, leaver)).status).toBe(403);
    expect((await app.call('GET', `/questions/${own}`, { token: leaver.token })).status).toBe(403);
    expect((await discussion.remove(own, leaver)).body).toEqual({ deletedCount: 1 });
  });

  it('is not for students while the lesson is a draft', async () => {
    const draft = await addDraft(app, teacher, discussion.section, 'Later');
    expect((await discussion.ask('Why?', ada, draft)).status).toBe(404);
    expect((await app.call('GET', `/lessons/${draft}/questions`, { token: teacher.token })).status).toBe(200);
  });

  it.each([[undefined], [' '], ['\u200b'], ['\u0000'], ['x'.repeat(5_001)], [7], [{ $ne: '' }]])(
    'is 400 with a text such as %o',
    async (text) => {
      const { status, body } = await discussion.ask(text ?? null);
      expect(status).toBe(400);
      expect(body.error.fields).toHaveProperty('text');
    },
  );

  it('is stored and returned as written', async () => {
    const text = '<img src=x onerror=alert(1)> "quoted" & \'single\' \n\n1 < 2';
    await discussion.ask(text);
    expect((await discussion.list()).body.questions[0].text).toBe(text);
  });
});

describe('GET /questions/open', () => {
  const open = async (query = '', by: TestUser = teacher) =>
    app.call('GET', `/questions/open${query}`, { token: by.token });

  it('lists a question that only its author has added to, until the teacher accepts that', async () => {
    const listed = async () =>
      (await open(`?classId=${discussion.classId}`)).body.map((one: { _id: string }) => one._id);
    const id = await discussion.asked('Which glue?');
    const addition = await discussion.answered(id, 'For oak, I mean', ada);
    expect(await listed()).toContain(id);
    await discussion.accept(addition);
    expect(await listed()).not.toContain(id);
    await discussion.accept(addition, false);
    expect(await listed()).toContain(id);
    await discussion.answered(id, 'Hide glue', ben);
    expect(await listed()).not.toContain(id);
  });

  it('does not list an answered question whose author and answerer have deleted their accounts', async () => {
    const id = await discussion.asked('Who was that?');
    await discussion.answered(id, 'Me', ben);
    await app.pool.query('update posts set user_id = null where id = $1 or question_id = $1', [id]);
    expect((await open('?limit=100')).body).not.toContainEqual(expect.objectContaining({ _id: id }));
  });

  it('lists what nobody has answered in the classes of the teacher', async () => {
    const other = await createTeacher(app);
    const [waiting, done, hidden] = [
      await discussion.asked('Waiting'),
      await discussion.asked('Done'),
      await discussion.asked('Hidden'),
    ];
    await discussion.answer(done);
    await discussion.hide(hidden);
    const ids = (await open(`?classId=${discussion.classId}`)).body.map((one: { _id: string }) => one._id);
    expect(ids).toContain(waiting);
    expect(ids).not.toContain(done);
    expect(ids).not.toContain(hidden);
    expect((await open('?limit=1')).headers.get('x-total-count')).toBe(String(ids.length));
    expect((await open('', other)).body).toEqual([]);
    expect((await open(`?classId=${discussion.classId}`, other)).status).toBe(403);
  });
});
