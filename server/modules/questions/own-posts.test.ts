import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { userIdOf } from '#tests/support/books.ts';
import { buyClass } from '#tests/support/classes.ts';
import { createStudent, type TestUser } from '#tests/support/users.ts';
import { Discussion } from '#tests/support/discussion.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
let app: TestApp;
let discussion: Discussion;
let teacher: TestUser;
let admin: TestUser;
let ada: TestUser;
let ben: TestUser;

beforeAll(async () => {
  app = await startTestApp();
  discussion = await Discussion.create(app);
  ({ teacher, admin, ada, ben } = discussion.people);
});
beforeEach(() => discussion.renew());
afterAll(() => app.close());

describe('a post of the caller', () => {
  it('can be changed, and a change that is based on an older text is refused with the stored one', async () => {
    const id = await discussion.asked('Wy?');
    expect((await discussion.edit(id, 'Why?', 1)).body).toEqual({ version: 2 });
    expect((await discussion.edit(id, 'Why?', 1)).body).toEqual({ version: 2 });
    const { status, body } = await discussion.edit(id, 'How?', 1);
    expect(status).toBe(409);
    expect(body.error).toMatchObject({ code: 'edit_conflict', current: { text: 'Why?', version: 2 } });
    expect((await discussion.list()).body.questions[0]).toMatchObject({
      text: 'Why?',
      editedAt: expect.any(String),
    });
  });

  it('is quoted with its new text in notifications and emails once it was changed', async () => {
    const quotesOf = async ({ token }: TestUser, kind: string) => {
      const { body } = await app.call('GET', `/notifications?kinds=${kind}&limit=1`, { token });
      return (body as { quote: string }[]).map(({ quote }) => quote);
    };
    const question = await discussion.asked('Wy?');
    const answer = await discussion.answered(question, 'Becaus.');
    await discussion.edit(question, 'Why?', 1);
    await discussion.edit(answer, 'Because.', 1, teacher);
    expect(await quotesOf(teacher, 'new question')).toEqual(['Why?']);
    expect(await quotesOf(ada, 'new answer')).toEqual(['Because.']);
  });

  it('is not for others to change or delete', async () => {
    const id = await discussion.asked();
    for (const person of [ben, teacher, admin]) {
      expect((await discussion.edit(id, 'x', 1, person)).status).toBe(403);
      expect((await discussion.remove(id, person)).status).toBe(403);
    }
    expect((await discussion.remove(randomUUID())).status).toBe(404);
  });

  it('can be deleted, but not a question that others have answered', async () => {
    const id = await discussion.asked();
    const own = await discussion.answered(id, 'Found it', ada);
    const other = await discussion.answered(id, 'Because.', ben);
    expect((await discussion.remove(id)).body.error.code).toBe('conflict');
    expect((await discussion.remove(other, ben)).body).toEqual({ deletedCount: 1 });
    expect((await discussion.remove(own)).body).toEqual({ deletedCount: 1 });
    expect((await discussion.remove(id)).body).toEqual({ deletedCount: 1 });
    expect((await discussion.list()).body.questions).toEqual([]);
  });

  it('stays without a name after its author has left, where others need it', async () => {
    const leaver = await createStudent(app, { name: 'Lee Leaver' });
    await buyClass(app, leaver, discussion.classId);
    const [needed, unanswered] = [
      await discussion.asked('Needed?', leaver),
      await discussion.asked('Alone?', leaver),
    ];
    await discussion.answer(needed);
    const others = await discussion.asked('Others');
    await discussion.answer(others, 'From Lee', leaver);
    await app.call('DELETE', `/users/${await userIdOf(app.pool, leaver)}`, { token: admin.token });
    const { questions } = (await discussion.list()).body;
    expect(questions.map((one: { _id: string }) => one._id)).toEqual([others, needed]);
    expect(questions).not.toContainEqual(expect.objectContaining({ _id: unanswered }));
    expect(JSON.stringify(questions)).not.toContain('Lee Leaver');
    expect(questions[1].author.name).toBe('Deleted user');
    expect(questions[0].answers[0]).toMatchObject({ text: 'From Lee', author: { name: 'Deleted user' } });
    await discussion.answer(needed, 'Still here');
  });
});
