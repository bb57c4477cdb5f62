import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { QUESTION_LIMITS } from '#contract/questions.ts';
import { userIdOf } from '#tests/support/books.ts';
import { buyClass, classInput, publishClass } from '#tests/support/classes.ts';
import { addLesson, addSection } from '#tests/support/curriculum.ts';
import { emailsTo } from '#tests/support/emails.ts';
import { createStudent, createTeacher, signInAs, type TestUser } from '#tests/support/users.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let teacher: TestUser;
let admin: TestUser;
let ada: TestUser;
let ben: TestUser;
let classId: string;
let section: string;

beforeAll(async () => {
  app = await startTestApp();
  admin = await signInAs(app, 'Admin');
  teacher = await createTeacher(app);
  [ada, ben] = [await createStudent(app), await createStudent(app)];
  classId = await publishClass(app, teacher, admin);
  for (const student of [ada, ben]) await buyClass(app, student, classId);
  section = await addSection(app, teacher, classId);
});
afterAll(() => app.close());

const read = async (path: string) => {
  const { status, body } = await app.call('GET', path, { token: ada.token });
  expect(status, path).toBe(200);
  return body;
};
const idsOf = (answers: { _id: string }[]) => answers.map((one) => one._id);

describe('the answers to a question', () => {
  it('come with the question, and the others are read page by page', async () => {
    const lesson = await addLesson(app, teacher, section);
    const { rows } = await app.pool.query<{ id: string }>(
      `insert into posts (lesson_id, user_id, text) select $1, id, 'Why?' from users where email = $2 returning id`,
      [lesson, ada.email],
    );
    const id = rows[0]!.id;
    const ids: string[] = [];
    for (let number = 1; number <= 13; number += 1) {
      const body = { text: `Answer ${number}` };
      const { body: sent } = await app.call('POST', `/questions/${id}/answers`, {
        body,
        token: teacher.token,
      });
      ids.push(sent.insertedId as string);
    }
    const [accepted, hidden] = [ids[11]!, ids[2]!];
    const acceptance = { body: { isAccepted: true }, token: teacher.token };
    await app.call('PUT', `/answers/${accepted}/acceptance`, acceptance);
    await app.call('PATCH', `/posts/hide/${hidden}`, { body: { reason: 'Rude' }, token: admin.token });
    const inOrder = [accepted, ...ids.filter((one) => one !== accepted && one !== hidden)];

    const [question] = (await read(`/lessons/${lesson}/questions`)).questions;
    expect(question.answerCount).toBe(12);
    expect(idsOf(question.answers)).toEqual(inOrder.slice(0, 5));
    expect(await read(`/questions/${id}`)).toEqual(question);
    const second = await read(`/questions/${id}/answers?limit=4&after=${question.nextAnswers}`);
    expect(idsOf(second.answers)).toEqual(inOrder.slice(5, 9));
    const last = await read(`/questions/${id}/answers?limit=4&after=${second.next}`);
    expect(idsOf(last.answers)).toEqual(inOrder.slice(9));
    expect(last.next).toBeNull();
    const first = await read(`/questions/${id}/answers?limit=1`);
    expect(idsOf(first.answers)).toEqual([accepted]);
    const others = await read(`/questions/${id}/answers?after=${first.next}`);
    expect(idsOf(others.answers)).toEqual(inOrder.slice(1));
    const toAnswer = await app.call('GET', `/questions/${accepted}/answers`, { token: ada.token });
    expect(toAnswer.status).toBe(404);
  });

  it('never make a response larger than a megabyte, however many and long they are', async () => {
    const lesson = await addLesson(app, teacher, section);
    await app.pool.query(
      `with questions as (
         insert into posts (lesson_id, user_id, text)
           select $1, id, repeat('?', 5000) from users, generate_series(1, 40) where email = $2 returning id, user_id
       )
       insert into posts (lesson_id, question_id, user_id, text)
         select $1, id, user_id, repeat('!', 5000) from questions, generate_series(1, ${QUESTION_LIMITS.answers})`,
      [lesson, ada.email],
    );
    const path = `/lessons/${lesson}/questions`;
    const page = await read(`${path}?limit=${QUESTION_LIMITS.largestPage}`);
    expect(page.questions).toHaveLength(QUESTION_LIMITS.largestPage);
    expect(JSON.stringify(page).length).toBeLessThan(1_000_000);
    const { _id: id } = page.questions[0];
    const answers = await read(`/questions/${id}/answers`);
    expect(answers.answers).toHaveLength(QUESTION_LIMITS.answerPage);
    expect(JSON.stringify(answers).length).toBeLessThan(1_000_000);
    expect((await app.call('GET', `${path}?limit=100`, { token: ada.token })).status).toBe(400);
    expect((await app.call('GET', `/questions/${id}/answers?limit=100`, { token: ada.token })).status).toBe(
      400,
    );
  });
});

describe('answering a question', () => {
  let lesson: string;
  beforeEach(async () => {
    lesson = await addLesson(app, teacher, section);
  });

  const asked = async ({ token }: TestUser): Promise<string> =>
    (await app.call('POST', `/lessons/${lesson}/questions`, { body: { text: 'Why?' }, token })).body
      .insertedId;
  const answer = (id: string, { token }: TestUser) =>
    app.call('POST', `/questions/${id}/answers`, { body: { text: 'Because.' }, token });
  const hide = (id: string) =>
    app.call('PATCH', `/posts/hide/${id}`, { body: { reason: 'Rude' }, token: admin.token });

  it('notifies its author only while they may read the lesson', async () => {
    const leaver = await createStudent(app);
    await buyClass(app, leaver, classId);
    const [own, adas] = [await asked(leaver), await asked(ada)];
    await app.pool.query('delete from enrollments where user_id = $1', [await userIdOf(app.pool, leaver)]);
    const setStatus = (status: string) =>
      app.pool.query('update lessons set status = $2 where id = $1', [lesson, status]);
    const kindsOf = async (id: string, { token }: TestUser): Promise<string[]> => {
      const { body } = await app.call('GET', '/notifications', { token });
      const about = body.filter(({ path }: { path: string }) => path.endsWith(id));
      return about.map(({ kind }: { kind: string }) => kind);
    };
    expect((await answer(own, teacher)).status).toBe(200);
    expect(await kindsOf(own, leaver)).toEqual([]);
    await setStatus('draft');
    expect((await answer(adas, teacher)).status).toBe(200);
    expect(await kindsOf(adas, ada)).toEqual([]);
    await setStatus('published');
    await answer(adas, teacher);
    expect(await kindsOf(adas, ada)).toEqual(['new answer']);
  });

  it('emails its author at most once an hour per question and user, even if answers are deleted in between', async () => {
    const id = await asked(ada);
    const other = await asked(ada);
    const emails = async (path: string) =>
      (await emailsTo(app, ada.email)).filter((email) => email.includes(path)).length;
    for (let number = 1; number <= 3; number += 1) {
      const { insertedId } = (await answer(id, ben)).body;
      const { body } = await app.call('GET', '/notifications', { token: ada.token });
      expect(body[0].path, 'the bell shows each').toContain(id);
      // Also waits for the email, which would not be sent any more once its answer is deleted.
      expect(await emails(id)).toBe(1);
      await app.call('DELETE', `/posts/${insertedId}`, { token: ben.token });
    }
    await answer(id, teacher);
    await answer(other, ben);
    expect([await emails(id), await emails(other)]).toEqual([2, 1]);
  });

  it('is not possible for answers, which alone can be accepted', async () => {
    const id = await asked(ada);
    const first = (await answer(id, teacher)).body.insertedId as string;
    expect((await answer(first, teacher)).body.error.code).toBe('conflict');
    const acceptance = { body: { isAccepted: true }, token: teacher.token };
    const { body } = await app.call('PUT', `/answers/${id}/acceptance`, acceptance);
    expect(body.error.code).toBe('conflict');
  });

  it('is bounded by the visible answers, which no student can use up alone, but never for the teacher', async () => {
    const id = await asked(ada);
    const add = async (number: number, by?: TestUser): Promise<string[]> => {
      const { rows } = await app.pool.query<{ id: string }>(
        `insert into posts (lesson_id, question_id, user_id, text)
         select $1, $2, $3, 'Yes' from generate_series(1, $4) returning id`,
        [lesson, id, by ? await userIdOf(app.pool, by) : null, number],
      );
      return rows.map((row) => row.id);
    };
    const refusal = async (by: TestUser) => (await answer(id, by)).body.error?.code as string | undefined;
    const [first, second] = await add(QUESTION_LIMITS.answersByStudent, ben);
    expect(await refusal(ben)).toBe('limit_reached');
    await hide(first!);
    expect(await refusal(ben)).toBeUndefined();
    await add(QUESTION_LIMITS.answers - QUESTION_LIMITS.answersByStudent);
    expect(await refusal(ada)).toBe('limit_reached');
    await hide(second!);
    expect(await refusal(ada)).toBeUndefined();
    expect(await refusal(ada)).toBe('limit_reached');
    expect(await refusal(teacher)).toBeUndefined();
  });

  it('keeps the question while an admin has hidden the answer, even one by its author', async () => {
    const id = await asked(ada);
    const { insertedId } = (await answer(id, ada)).body;
    const remove = () => app.call('DELETE', `/posts/${id}`, { token: ada.token });
    await hide(insertedId);
    expect((await remove()).body.error.code).toBe('conflict');
    expect((await read(`/questions/${id}`)).answers).toMatchObject([
      { _id: insertedId, hiddenReason: 'Rude' },
    ]);
    await app.call('PATCH', `/posts/show/${insertedId}`, { token: admin.token });
    expect((await remove()).body).toEqual({ deletedCount: 1 });
  });
});

describe('a call that is repeated with its key, because the response was lost', () => {
  const key = randomUUID();
  const post = (path: string, body: object, { token }: TestUser) =>
    app.call('POST', path, { body: { key, ...body }, token });
  /** Makes a call four times, three of them at once. @returns the different ids in the responses */
  const repeat = async (path: string, body: object, by: TestUser): Promise<string[]> => {
    const first = [post(path, body, by), post(path, body, by), post(path, body, by)];
    const all = [...(await Promise.all(first)), await post(path, body, by)];
    expect(all.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    return [...new Set(all.map((one) => one.body.insertedId as string))];
  };
  const count = async (from: string, ids: string[]): Promise<number> =>
    (await app.pool.query(`select from ${from} = any($1)`, [ids])).rows.length;

  it('posts one question and one answer, and notifies others once', async () => {
    const path = `/lessons/${await addLesson(app, teacher, section)}/questions`;
    const question = await repeat(path, { text: 'Why?' }, ada);
    const answer = await repeat(`/questions/${question[0]}/answers`, { text: 'Because.' }, teacher);
    expect([question.length, answer.length]).toEqual([1, 1]);
    const { questions } = await read(path);
    expect(idsOf(questions)).toEqual(question);
    expect(idsOf(questions[0].answers)).toEqual(answer);
    expect(await count('notifications where subject', [...question, ...answer])).toBe(2);
    // It was posted, even if it was changed or its question was hidden since.
    await app.call('PUT', `/posts/${question[0]}`, {
      body: { text: 'Why not?', version: 1 },
      token: ada.token,
    });
    expect(await repeat(path, { text: 'Why?' }, ada)).toEqual(question);
  });

  it('does not block another text, another place or another author', async () => {
    const paths = [await addLesson(app, teacher, section), await addLesson(app, teacher, section)].map(
      (lesson) => `/lessons/${lesson}/questions`,
    );
    const asked = [
      await post(paths[0]!, { text: 'Why?' }, ada),
      await post(paths[0]!, { text: 'Why not?' }, ada),
      await post(paths[1]!, { text: 'Why?' }, ada),
      await post(paths[0]!, { text: 'Why?' }, ben),
      await post(paths[0]!, { text: 'Why?', key: undefined }, ada),
      await post(paths[0]!, { text: 'Why?', key: undefined }, ada),
    ];
    expect(new Set(asked.map(({ body }) => body.insertedId)).size).toBe(asked.length);
    expect((await post(paths[0]!, { text: 'Why?', key: 'mine' }, ada)).status).toBe(400);
  });

  it('adds one class, one section and one lesson', async () => {
    const [own] = await repeat('/classes', classInput(), teacher);
    const [part] = await repeat(`/classes/${own}/sections`, { title: 'Basics' }, teacher);
    const lesson = await repeat(`/sections/${part}/lessons`, { kind: 'article', title: 'Knots' }, teacher);
    expect(lesson).toHaveLength(1);
    expect(await count('sections where class_id', [own!])).toBe(1);
    expect(await count('lessons where section_id', [part!])).toBe(1);
  });
});
