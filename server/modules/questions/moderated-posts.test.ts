import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TestUser } from '#tests/support/users.ts';
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

describe('moderation', () => {
  const report = (id: string, by: TestUser = ben, reason = 'Rude') =>
    app.call('POST', `/posts/${id}/report`, { body: { reason }, token: by.token });
  const ofPost = async (id: string, query = '') =>
    (await app.call('GET', `/reports?${query}`, { token: admin.token })).body.find(
      ({ _id }: { _id: string }) => _id === id,
    );

  it('shows admins what readers have reported, once per reader', async () => {
    const id = await discussion.asked('You are all fools');
    expect(await ofPost(id)).toBeUndefined();
    expect((await report(id)).body).toEqual({ modifiedCount: 1 });
    expect((await report(id)).body).toEqual({ modifiedCount: 0 });
    await report(id, teacher, '');
    expect(await ofPost(id, 'state=reported')).toMatchObject({
      kind: 'question',
      title: 'Joinery',
      lesson: { _id: discussion.lesson, title: 'Dovetails', questionId: id },
      user: { name: 'Ada Asks', email: ada.email },
      reports: 2,
      reasons: ['Rude'],
    });
    expect((await report(id, ada)).body.error.code).toBe('conflict');
    expect((await report(id, stranger)).status).toBe(403);
    expect((await report(randomUUID())).status).toBe(404);
  });

  it('deletes the notifications of a hidden question and of its additions, and not those of its answers', async () => {
    const toldOf = async (path: string, { token }: TestUser) => {
      const { body } = await app.call('GET', '/notifications', { token });
      return (body as { path: string; quote: string }[])
        .filter((one) => one.path.includes(path))
        .map(({ quote }) => quote);
    };
    const id = await discussion.asked('Buy from me');
    await discussion.answered(id, 'At my shop', ada);
    await discussion.answered(id, 'No.', ben);
    expect(await toldOf(id, teacher)).toEqual(['At my shop', 'Buy from me']);
    await discussion.hide(id);
    expect(await toldOf(id, teacher)).toEqual([]);
    expect(await toldOf(id, ada)).toEqual(['No.']);
  });

  it('lists a dismissed post again if the same reader reports it after it was changed', async () => {
    const id = await discussion.asked('You are all fools');
    const dismiss = async (changedAt: string) =>
      app.call('PATCH', `/reports/dismiss/${id}`, { body: { changedAt }, token: admin.token });
    await report(id);
    const { changedAt } = await ofPost(id);
    await discussion.edit(id, 'Thank you all', 1);
    expect((await dismiss(changedAt)).body.error).toMatchObject({
      code: 'edit_conflict',
      current: { text: 'Thank you all' },
    });
    expect((await dismiss((await ofPost(id)).changedAt)).body).toEqual({ modifiedCount: 1 });
    expect((await report(id)).body).toEqual({ modifiedCount: 0 });
    await discussion.edit(id, 'You are all fools', 2);
    expect((await report(id, ben, 'Rude again')).body).toEqual({ modifiedCount: 1 });
    expect(await ofPost(id)).toMatchObject({ reports: 1, reasons: ['Rude again'] });
    expect((await report(id)).body).toEqual({ modifiedCount: 0 });
  });

  it('hides a post with a reason that its author sees, and is recorded in the audit trail', async () => {
    const id = await discussion.asked('Buy from me');
    await discussion.answer(id);
    expect((await discussion.hide(id, ' ')).status).toBe(400);
    expect((await discussion.hide(id, 'Advertising')).body).toEqual({ modifiedCount: 1 });
    expect((await discussion.hide(id, 'Advertising')).body).toEqual({ modifiedCount: 0 });
    expect((await discussion.list(ben)).body.questions).toEqual([]);
    expect((await discussion.list(teacher)).body.questions).toEqual([]);
    expect((await app.call('GET', `/questions/${id}`, { token: ben.token })).status).toBe(404);
    expect((await discussion.list(ada)).body.questions[0]).toMatchObject({
      _id: id,
      hiddenReason: 'Advertising',
    });
    expect((await discussion.edit(id, 'Please buy from me', 1)).body.error.code).toBe('conflict');
    expect((await discussion.remove(id)).body.error.code).toBe('conflict');
    expect((await discussion.answer(id, 'x', ada)).body.error.code).toBe('conflict');
    expect(await ofPost(id, 'state=hidden')).toMatchObject({ hiddenReason: 'Advertising' });
    const { body } = await app.call('GET', '/audit?limit=1', { token: admin.token });
    expect(body[0]).toMatchObject({
      action: 'question hidden',
      subject: 'Ada Asks on "Joinery"',
      subjectId: id,
      reason: 'Advertising',
    });
    await app.call('PATCH', `/posts/show/${id}`, { token: admin.token });
    expect((await discussion.list(ben)).body.questions).toHaveLength(1);
    expect((await discussion.hide(randomUUID())).status).toBe(404);
  });

  it('deletes the notifications that quote what it hides', async () => {
    const quotes = async (reader: TestUser) =>
      JSON.stringify((await app.call('GET', '/notifications', { token: reader.token })).body);
    const question = await discussion.asked('Buy this glue');
    const answer = await discussion.answered(question, 'Buy that glue', ben);
    expect(await quotes(teacher)).toContain('Buy this glue');
    expect(await quotes(ada)).toContain('Buy that glue');
    for (const id of [question, answer]) await discussion.hide(id);
    expect(await quotes(teacher)).not.toContain('Buy this glue');
    expect(await quotes(ada)).not.toContain('Buy that glue');
  });

  it('is not hidden by the call that hides feedback', async () => {
    const id = await discussion.asked('Read me');
    const { status } = await app.call('PATCH', `/feedback/hide/${id}`, {
      body: { reason: 'Rude' },
      token: admin.token,
    });
    expect(status).toBe(404);
    expect((await discussion.list(ben)).body.questions).toMatchObject([{ _id: id }]);
  });

  it('hides an answer without its question', async () => {
    const id = await discussion.asked();
    const rude = await discussion.answered(id, 'Read the lesson', ben);
    await discussion.hide(rude);
    expect((await discussion.list(ada)).body.questions[0].answers).toEqual([]);
    expect((await discussion.list(ben)).body.questions[0].answers).toMatchObject([
      { _id: rude, hiddenReason: 'Rude' },
    ]);
    expect((await discussion.accept(rude)).status).toBe(404);
  });
});
