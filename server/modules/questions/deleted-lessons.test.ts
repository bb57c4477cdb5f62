import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addDraft, addSection } from '#tests/support/curriculum.ts';
import { Discussion } from '#tests/support/discussion.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import type { TestUser } from '#tests/support/users.ts';

let app: TestApp;
let discussion: Discussion;
let teacher: TestUser;
let admin: TestUser;
let ben: TestUser;

beforeAll(async () => {
  app = await startTestApp();
  discussion = await Discussion.create(app);
  ({ teacher, admin, ben } = discussion.people);
});
beforeEach(() => discussion.renew());
afterAll(() => app.close());

const remove = (what: 'lessons' | 'sections', id: string) =>
  app.call('DELETE', `/${what}/${id}`, { token: teacher.token });

describe('a lesson with questions', () => {
  it('is not deleted, nor is its section, while a post under it is hidden', async () => {
    const section = await addSection(app, teacher, discussion.classId, 'Alone');
    const place = { sectionId: section, before: null };
    await app.call('PATCH', `/lessons/${discussion.lesson}/place`, { body: place, token: teacher.token });
    const id = await discussion.answered(await discussion.asked());
    await discussion.hide(id);
    for (const response of [await remove('lessons', discussion.lesson), await remove('sections', section)]) {
      expect(response.status).toBe(409);
      expect(response.body.error).toMatchObject({
        code: 'conflict',
        message: expect.stringContaining('draft'),
      });
    }
    expect((await discussion.list()).body.questions).toHaveLength(1);
    await app.call('PATCH', `/posts/show/${id}`, { token: admin.token });
    expect((await remove('sections', section)).body).toEqual({ deletedCount: 1 });
  });

  it('is not deleted while a report of a post is open', async () => {
    const id = await discussion.asked('You are all fools');
    await app.call('POST', `/posts/${id}/report`, { body: { reason: 'Rude' }, token: ben.token });
    expect((await remove('lessons', discussion.lesson)).status).toBe(409);
    const { body } = await app.call('GET', '/reports?limit=100', { token: admin.token });
    const { changedAt } = body.find((one: { _id: string }) => one._id === id);
    await app.call('PATCH', `/reports/dismiss/${id}`, { body: { changedAt }, token: admin.token });
    expect((await remove('lessons', discussion.lesson)).body).toEqual({ deletedCount: 1 });
  });

  it('tells its teacher how many notes, questions and answers are deleted with it', async () => {
    await discussion.answered(await discussion.asked());
    for (const text of ['Glue first', ''])
      await app.call('PUT', `/lessons/${discussion.lesson}/note`, {
        body: { text, version: 0 },
        token: (text ? ben : discussion.people.ada).token,
      });
    const empty = await addDraft(app, teacher, discussion.section, 'Later');
    const { body } = await app.call('GET', `/classes/${discussion.classId}/curriculum/contributions`, {
      token: teacher.token,
    });
    expect(body.lessons).toContainEqual({ lessonId: discussion.lesson, notes: 1, posts: 2 });
    expect(body.lessons).not.toContainEqual(expect.objectContaining({ lessonId: empty }));
  });
});
