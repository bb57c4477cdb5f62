import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { userIdOf } from '#tests/support/books.ts';
import { buyClass, publishClass } from '#tests/support/classes.ts';
import { addDraft, addLesson, addSection } from '#tests/support/curriculum.ts';
import { createStudent, createTeacher, signInAs, type TestUser } from '#tests/support/users.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let teacher: TestUser;
let admin: TestUser;
let ada: TestUser;
let ben: TestUser;
let stranger: TestUser;
let classId: string;
let section: string;
let lesson: string;

beforeAll(async () => {
  app = await startTestApp();
  admin = await signInAs(app, 'Admin');
  teacher = await createTeacher(app, { name: 'Tess Teacher' });
  [ada, ben, stranger] = [
    await createStudent(app, { name: 'Ada Asks' }),
    await createStudent(app, { name: 'Ben Answers' }),
    await createStudent(app),
  ];
  classId = await publishClass(app, teacher, admin, { title: 'Joinery' });
  for (const student of [ada, ben]) await buyClass(app, student, classId);
  section = await addSection(app, teacher, classId);
});
beforeEach(async () => {
  lesson = await addLesson(app, teacher, section, { title: 'Dovetails', isPreview: true });
});
afterAll(() => app.close());

const ask = (text: unknown = 'Why?', by: Partial<TestUser> = ada, of = lesson) =>
  app.call('POST', `/lessons/${of}/questions`, { body: { text }, token: by.token });
const answer = (id: string, text = 'Because.', by: TestUser = teacher) =>
  app.call('POST', `/questions/${id}/answers`, { body: { text }, token: by.token });
const list = (by: Partial<TestUser> = ada, query = '') =>
  app.call('GET', `/lessons/${lesson}/questions${query}`, { token: by.token });
const accept = (id: string, isAccepted = true, by: TestUser = teacher) =>
  app.call('PUT', `/answers/${id}/acceptance`, { body: { isAccepted }, token: by.token });
const edit = (id: string, text: string, version: number, by: TestUser = ada) =>
  app.call('PUT', `/posts/${id}`, { body: { text, version }, token: by.token });
const remove = (id: string, by: TestUser = ada) => app.call('DELETE', `/posts/${id}`, { token: by.token });
const hide = (id: string, reason: unknown = 'Rude') =>
  app.call('PATCH', `/posts/hide/${id}`, { body: { reason }, token: admin.token });
const asked = async (text?: string, by?: TestUser): Promise<string> => (await ask(text, by)).body.insertedId;
const answered = async (id: string, text?: string, by?: TestUser): Promise<string> =>
  (await answer(id, text, by)).body.insertedId;
const notifications = async (by: TestUser) =>
  (await app.call('GET', '/notifications', { token: by.token })).body as { kind: string; path: string }[];

describe('a question', () => {
  it('is asked by a student, answered by the teacher and students, and has one accepted answer', async () => {
    const id = await asked('Why so **deep**?');
    const [first, second] = [await answered(id, 'So it holds.'), await answered(id, 'It looks good.', ben)];
    expect((await accept(second)).body).toEqual({ modifiedCount: 1 });
    expect((await accept(first)).body).toEqual({ modifiedCount: 1 });
    expect((await accept(second)).body).toEqual({ modifiedCount: 1 });
    const { body } = await list();
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
    await accept(second, false);
    expect((await list()).body.questions[0].answers.map((one: { _id: string }) => one._id)).toEqual([
      first,
      second,
    ]);
    expect((await list(teacher)).body.rights).toEqual({ ask: false, answer: true, accept: true });
    expect((await list(admin)).body.rights).toEqual({ ask: false, answer: false, accept: false });
  });

  it('notifies the teacher, and its author of answers, with a link to it', async () => {
    const id = await asked('Which saw?');
    const path = `/lesson/${lesson}?question=${id}`;
    expect(await notifications(teacher)).toContainEqual(
      expect.objectContaining({ kind: 'new question', path }),
    );
    await answer(id, 'My own addition', ada);
    const before = await notifications(ada);
    expect(before.filter((one) => one.kind === 'new answer' && one.path === path)).toEqual([]);
    await answer(id);
    expect(await notifications(ada)).toContainEqual(expect.objectContaining({ kind: 'new answer', path }));
    const { body } = await app.call('GET', `/questions/${id}`, { token: ada.token });
    expect(body).toMatchObject({ _id: id, lessonId: lesson, text: 'Which saw?' });
  });

  it('is read page by page, newest first, while others ask', async () => {
    const ids: string[] = [];
    for (let number = 1; number <= 5; number += 1) ids.unshift(await asked(`Question ${number}`));
    const first = (await list(ada, '?limit=2')).body;
    expect(first.questions.map((one: { _id: string }) => one._id)).toEqual(ids.slice(0, 2));
    await asked('In between');
    const second = (await list(ada, `?limit=2&before=${first.next}`)).body;
    expect(second.questions.map((one: { _id: string }) => one._id)).toEqual(ids.slice(2, 4));
    const last = (await list(ada, `?limit=2&before=${second.next}`)).body;
    expect(last).toMatchObject({ questions: [{ _id: ids[4] }], next: null });
  });

  it('is for students of the class, even under a free preview, until they are refunded', async () => {
    const id = await asked();
    for (const person of [stranger, await createTeacher(app)]) {
      expect((await list(person)).status).toBe(403);
      expect((await ask('Why?', person)).status).toBe(403);
      expect((await answer(id, 'x', person)).status).toBe(403);
      expect((await accept(await answered(id), true, person)).status).toBe(403);
    }
    expect((await ask('Why?', {})).status).toBe(401);
    expect((await list({})).status).toBe(401);
    for (const person of [teacher, admin]) expect((await ask('Why?', person)).status).toBe(403);
    expect((await answer(id, 'x', admin)).status).toBe(403);
    expect((await ask('Why?', ada, randomUUID())).status).toBe(404);
    expect((await answer(randomUUID())).status).toBe(404);

    const leaver = await createStudent(app);
    await buyClass(app, leaver, classId);
    const own = await asked('Can I leave?', leaver);
    await app.pool.query('delete from enrollments where user_id = $1', [await userIdOf(app.pool, leaver)]);
    expect((await list(leaver)).status).toBe(403);
    expect((await edit(own, 'x', 1, leaver)).status).toBe(403);
    expect((await app.call('GET', `/questions/${own}`, { token: leaver.token })).status).toBe(403);
    expect((await remove(own, leaver)).body).toEqual({ deletedCount: 1 });
  });

  it('is not for students while the lesson is a draft', async () => {
    const draft = await addDraft(app, teacher, section, 'Later');
    expect((await ask('Why?', ada, draft)).status).toBe(404);
    expect((await app.call('GET', `/lessons/${draft}/questions`, { token: teacher.token })).status).toBe(200);
  });

  it.each([[undefined], [' '], ['\u200b'], ['\u0000'], ['x'.repeat(5_001)], [7], [{ $ne: '' }]])(
    'is 400 with a text such as %o',
    async (text) => {
      const { status, body } = await ask(text ?? null);
      expect(status).toBe(400);
      expect(body.error.fields).toHaveProperty('text');
    },
  );

  it('is stored and returned as written', async () => {
    const text = '<img src=x onerror=alert(1)> "quoted" & \'single\' \n\n1 < 2';
    await ask(text);
    expect((await list()).body.questions[0].text).toBe(text);
  });
});

describe('a post of the caller', () => {
  it('can be changed, and a change that is based on an older text is refused with the stored one', async () => {
    const id = await asked('Wy?');
    expect((await edit(id, 'Why?', 1)).body).toEqual({ version: 2 });
    expect((await edit(id, 'Why?', 1)).body).toEqual({ version: 2 });
    const { status, body } = await edit(id, 'How?', 1);
    expect(status).toBe(409);
    expect(body.error).toMatchObject({ code: 'edit_conflict', current: { text: 'Why?', version: 2 } });
    expect((await list()).body.questions[0]).toMatchObject({ text: 'Why?', editedAt: expect.any(String) });
  });

  it('is not for others to change or delete', async () => {
    const id = await asked();
    for (const person of [ben, teacher, admin]) {
      expect((await edit(id, 'x', 1, person)).status).toBe(403);
      expect((await remove(id, person)).status).toBe(403);
    }
    expect((await remove(randomUUID())).status).toBe(404);
  });

  it('can be deleted, but not a question that others have answered', async () => {
    const id = await asked();
    const own = await answered(id, 'Found it', ada);
    const other = await answered(id, 'Because.', ben);
    expect((await remove(id)).body.error.code).toBe('conflict');
    expect((await remove(other, ben)).body).toEqual({ deletedCount: 1 });
    expect((await remove(own)).body).toEqual({ deletedCount: 1 });
    expect((await remove(id)).body).toEqual({ deletedCount: 1 });
    expect((await list()).body.questions).toEqual([]);
  });

  it('stays without a name after its author has left, where others need it', async () => {
    const leaver = await createStudent(app, { name: 'Lee Leaver' });
    await buyClass(app, leaver, classId);
    const [needed, unanswered] = [await asked('Needed?', leaver), await asked('Alone?', leaver)];
    await answer(needed);
    const others = await asked('Others');
    await answer(others, 'From Lee', leaver);
    await app.call('DELETE', `/users/${await userIdOf(app.pool, leaver)}`, { token: admin.token });
    const { questions } = (await list()).body;
    expect(questions.map((one: { _id: string }) => one._id)).toEqual([others, needed]);
    expect(questions).not.toContainEqual(expect.objectContaining({ _id: unanswered }));
    expect(JSON.stringify(questions)).not.toContain('Lee Leaver');
    expect(questions[1].author.name).toBe('Deleted user');
    expect(questions[0].answers[0]).toMatchObject({ text: 'From Lee', author: { name: 'Deleted user' } });
    await answer(needed, 'Still here');
  });
});

describe('moderation', () => {
  const report = (id: string, by: TestUser = ben, remark = 'Rude') =>
    app.call('POST', `/posts/${id}/report`, { body: { remark }, token: by.token });
  const ofPost = async (id: string, query = '') =>
    (await app.call('GET', `/reports?${query}`, { token: admin.token })).body.find(
      ({ _id }: { _id: string }) => _id === id,
    );

  it('shows admins what readers have reported, once per reader', async () => {
    const id = await asked('You are all fools');
    expect(await ofPost(id)).toBeUndefined();
    expect((await report(id)).body).toEqual({ modifiedCount: 1 });
    expect((await report(id)).body).toEqual({ modifiedCount: 0 });
    await report(id, teacher, '');
    expect(await ofPost(id, 'state=reported')).toMatchObject({
      kind: 'question',
      title: 'Joinery',
      lesson: { _id: lesson, title: 'Dovetails', questionId: id },
      user: { name: 'Ada Asks', email: ada.email },
      reports: 2,
      remarks: ['Rude'],
    });
    expect((await report(id, ada)).body.error.code).toBe('conflict');
    expect((await report(id, stranger)).status).toBe(403);
    expect((await report(randomUUID())).status).toBe(404);
  });

  it('lists a dismissed post again if the same reader reports it after it was changed', async () => {
    const id = await asked('You are all fools');
    const dismiss = async (changedAt: string) =>
      app.call('PATCH', `/reports/dismiss/${id}`, { body: { changedAt }, token: admin.token });
    await report(id);
    const { changedAt } = await ofPost(id);
    await edit(id, 'Thank you all', 1);
    expect((await dismiss(changedAt)).body.error).toMatchObject({
      code: 'edit_conflict',
      current: { text: 'Thank you all' },
    });
    expect((await dismiss((await ofPost(id)).changedAt)).body).toEqual({ modifiedCount: 1 });
    expect((await report(id)).body).toEqual({ modifiedCount: 0 });
    await edit(id, 'You are all fools', 2);
    expect((await report(id, ben, 'Rude again')).body).toEqual({ modifiedCount: 1 });
    expect(await ofPost(id)).toMatchObject({ reports: 1, remarks: ['Rude again'] });
    expect((await report(id)).body).toEqual({ modifiedCount: 0 });
  });

  it('hides a post with a reason that its author sees, and is recorded in the audit trail', async () => {
    const id = await asked('Buy from me');
    await answer(id);
    expect((await hide(id, ' ')).status).toBe(400);
    expect((await hide(id, 'Advertising')).body).toEqual({ modifiedCount: 1 });
    expect((await hide(id, 'Advertising')).body).toEqual({ modifiedCount: 0 });
    expect((await list(ben)).body.questions).toEqual([]);
    expect((await list(teacher)).body.questions).toEqual([]);
    expect((await app.call('GET', `/questions/${id}`, { token: ben.token })).status).toBe(404);
    expect((await list(ada)).body.questions[0]).toMatchObject({ _id: id, hiddenReason: 'Advertising' });
    expect((await edit(id, 'Please buy from me', 1)).body.error.code).toBe('conflict');
    expect((await remove(id)).body.error.code).toBe('conflict');
    expect((await answer(id, 'x', ada)).body.error.code).toBe('conflict');
    expect(await ofPost(id, 'state=hidden')).toMatchObject({ hiddenReason: 'Advertising' });
    const { body } = await app.call('GET', '/audit?limit=1', { token: admin.token });
    expect(body[0]).toMatchObject({
      action: 'question hidden',
      subject: 'Ada Asks on "Joinery"',
      subjectId: id,
      reason: 'Advertising',
    });
    await app.call('PATCH', `/posts/show/${id}`, { token: admin.token });
    expect((await list(ben)).body.questions).toHaveLength(1);
    expect((await hide(randomUUID())).status).toBe(404);
  });

  it('is not hidden by the call that hides feedback', async () => {
    const id = await asked('Read me');
    const { status } = await app.call('PATCH', `/feedback/hide/${id}`, {
      body: { reason: 'Rude' },
      token: admin.token,
    });
    expect(status).toBe(404);
    expect((await list(ben)).body.questions).toMatchObject([{ _id: id }]);
  });

  it('hides an answer without its question', async () => {
    const id = await asked();
    const rude = await answered(id, 'Read the lesson', ben);
    await hide(rude);
    expect((await list(ada)).body.questions[0].answers).toEqual([]);
    expect((await list(ben)).body.questions[0].answers).toMatchObject([{ _id: rude, hiddenReason: 'Rude' }]);
    expect((await accept(rude)).status).toBe(404);
  });
});

describe('GET /questions/open', () => {
  const open = async (query = '', by: TestUser = teacher) =>
    app.call('GET', `/questions/open${query}`, { token: by.token });

  it('lists what nobody has answered in the classes of the teacher', async () => {
    const other = await createTeacher(app);
    const [waiting, done, hidden] = [await asked('Waiting'), await asked('Done'), await asked('Hidden')];
    await answer(done);
    await hide(hidden);
    const ids = (await open(`?classId=${classId}`)).body.map((one: { _id: string }) => one._id);
    expect(ids).toContain(waiting);
    expect(ids).not.toContain(done);
    expect(ids).not.toContain(hidden);
    expect((await open('?limit=1')).headers.get('x-total-count')).toBe(String(ids.length));
    expect((await open('', other)).body).toEqual([]);
    expect((await open(`?classId=${classId}`, other)).status).toBe(403);
  });
});
