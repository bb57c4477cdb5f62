import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { QUESTION_LIMITS } from '#contract/questions.ts';
import { userIdOf } from '#tests/support/books.ts';
import { publishClass } from '#tests/support/classes.ts';
import { addLesson, addSection } from '#tests/support/curriculum.ts';
import { emailsTo } from '#tests/support/emails.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { createStudent, createTeacher, signInAs, type TestUser } from '#tests/support/users.ts';

// A student who asks without end.
let app: TestApp;
let admin: TestUser;
let teacher: TestUser;
let student: TestUser;
let classId: string;
let lesson: string;

beforeAll(async () => {
  app = await startTestApp();
  admin = await signInAs(app, 'Admin');
});
afterAll(() => app.close());
beforeEach(async () => {
  [teacher, student] = [await createTeacher(app), await createStudent(app)];
  classId = await publishClass(app, teacher, admin, { price: 0 });
  lesson = await addLesson(app, teacher, await addSection(app, teacher, classId));
  await enroll(student);
});

const enroll = ({ token }: TestUser) => app.call('POST', `/classes/${classId}/enrollment`, { token });
const ask = (text: string, { token }: TestUser = student, key?: string) =>
  app.call('POST', `/lessons/${lesson}/questions`, { body: { text, key }, token });
const refusal = async () => (await ask('One more?')).body.error?.code as string | undefined;

describe('the questions of a student under a lesson', () => {
  it('are limited in number; hidden ones do not count', async () => {
    const key = randomUUID();
    const first = (await ask('Why?', student, key)).body.insertedId as string;
    await app.pool.query(
      `insert into posts (lesson_id, user_id, text) select $1, $2, 'Why?' from generate_series(3, $3::int)`,
      [lesson, await userIdOf(app.pool, student), QUESTION_LIMITS.questionsByStudent],
    );
    const last = await Promise.all([refusal(), refusal(), refusal()]);
    expect(last.filter((code) => code === 'limit_reached')).toHaveLength(2);
    expect((await ask('Why?', student, key)).body, 'a repeat').toEqual({ insertedId: first });
    await app.call('PATCH', `/posts/hide/${first}`, { body: { reason: 'Rude' }, token: admin.token });
    expect(await refusal()).toBeUndefined();
    expect(await refusal()).toBe('limit_reached');
  });

  it('are all listed for the teacher, who gets one email an hour about those of each student', async () => {
    const other = await createStudent(app);
    await enroll(other);
    for (const text of ['One?', 'Two?', 'Three?']) await ask(text);
    await ask('Four?', other);
    const { body } = await app.call('GET', '/notifications', { token: teacher.token });
    const kinds = body.map(({ kind }: { kind: string }) => kind) as string[];
    expect(kinds.filter((kind) => kind === 'new question')).toHaveLength(4);
    const emails = async () =>
      (await emailsTo(app, teacher.email)).filter((email) => email.includes('New question'));
    const sent = await emails();
    expect(sent.map((email) => /(One|Two|Three|Four)\?/.exec(email)![0]).sort()).toEqual(['Four?', 'One?']);
    await app.pool.query(`update rate_limits set expire = 0 where key like 'hourly:%'`);
    const { insertedId: five } = (await ask('Five?')).body;
    expect(await emails()).toHaveLength(3);

    await app.pool.query(`update rate_limits set expire = 0 where key like 'hourly:%'`);
    for (const text of ['For oak, I mean', 'And for ash'])
      await app.call('POST', `/questions/${five}/answers`, { body: { text }, token: student.token });
    await ask('Six?');
    expect(await emails(), 'additions count apart').toContainEqual(expect.stringContaining('Six?'));
    const additions = await emailsTo(app, teacher.email);
    expect(additions.filter((email) => email.includes('added to their question'))).toHaveLength(1);
  });
});
