import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { publishClass } from '#tests/support/classes.ts';
import { addLesson, addSection } from '#tests/support/curriculum.ts';
import { isWaitingForLock, whileLocked } from '#tests/support/locks.ts';
import { waitUntil } from '#tests/support/poll.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { createStudent, createTeacher, signInAs, type TestUser } from '#tests/support/users.ts';

// Users edit what they wrote while an admin decides on it, or the teacher replies to it.
let app: TestApp;
let admin: TestUser;
let teacher: TestUser;
let ada: TestUser;
let ben: TestUser;
let classId: string;
let feedbackId: string;

beforeAll(async () => {
  app = await startTestApp();
  admin = await signInAs(app, 'Admin');
  [teacher, ada, ben] = [await createTeacher(app), await createStudent(app), await createStudent(app)];
});
afterAll(() => app.close());
beforeEach(async () => {
  classId = await publishClass(app, teacher, admin, { price: 0 });
  await app.call('POST', `/classes/${classId}/enrollment`, { token: ada.token });
  feedbackId = (await give('Great!')).body.insertedId;
});

const give = (feedback: string, rating = 5) =>
  app.call('POST', '/feedback', { body: { classId, feedback, rating }, token: ada.token });
const reply = (text: string, updatedAt?: string) =>
  app.call('PUT', `/feedback/${feedbackId}/reply`, { body: { text, updatedAt }, token: teacher.token });
const report = () =>
  app.call('POST', `/feedback/${feedbackId}/report`, { body: { reason: 'Rude' }, token: ben.token });
const reported = async (id = feedbackId) =>
  (await app.call('GET', '/reports', { token: admin.token })).body.find(
    ({ _id }: { _id: string }) => _id === id,
  );
const dismiss = (changedAt: string) =>
  app.call('PATCH', `/reports/dismiss/${feedbackId}`, { body: { changedAt }, token: admin.token });
const hide = (path: string, changedAt?: string) =>
  app.call('PATCH', path, { body: { reason: 'Rude', changedAt }, token: admin.token });
const shown = async () => (await app.call('GET', `/feedback?classId=${classId}`)).body[0];

describe('hiding', () => {
  it('is refused for feedback that has changed since the admin read it', async () => {
    const listed = async () =>
      (await app.call('GET', '/feedback/moderation?limit=1', { token: admin.token })).body[0];
    const { changedAt } = await listed();
    await give('Sorry, I was wrong.', 4);
    const refused = await hide(`/feedback/hide/${feedbackId}`, changedAt);
    expect(refused.status).toBe(409);
    expect(refused.body.error).toMatchObject({
      code: 'edit_conflict',
      current: { text: 'Sorry, I was wrong.' },
    });
    expect(await shown()).toMatchObject({ feedback: 'Sorry, I was wrong.' });
    const current = (await listed()).changedAt;
    expect((await hide(`/feedback/hide/${feedbackId}`, current)).body).toEqual({ modifiedCount: 1 });
    expect((await hide(`/feedback/hide/${feedbackId}`, changedAt)).body, 'a repeat').toEqual({
      modifiedCount: 0,
    });
  });

  it('is refused for a question that has changed since the admin read it', async () => {
    const lesson = await addLesson(app, teacher, await addSection(app, teacher, classId));
    const { body } = await app.call('POST', `/lessons/${lesson}/questions`, {
      body: { text: 'Buy from me' },
      token: ada.token,
    });
    const id = body.insertedId as string;
    await app.call('POST', `/posts/${id}/report`, { body: { reason: '' }, token: teacher.token });
    const { changedAt } = await reported(id);
    await app.call('PUT', `/posts/${id}`, { body: { text: 'How?', version: 1 }, token: ada.token });
    const refused = await hide(`/posts/hide/${id}`, changedAt);
    expect(refused.body.error).toMatchObject({ code: 'edit_conflict', current: { text: 'How?' } });
    expect((await hide(`/posts/hide/${id}`, (await reported(id)).changedAt)).status).toBe(200);
  });
});

describe('a reported reply', () => {
  it('is not dismissed after the teacher has replaced it', async () => {
    await reply('You are an idiot.');
    await report();
    const { changedAt } = await reported();
    await reply('Thank you.');
    expect((await dismiss(changedAt)).body.error.code).toBe('edit_conflict');
    expect((await dismiss((await reported()).changedAt)).body).toEqual({ modifiedCount: 1 });
    expect((await report()).body, 'nothing has changed since').toEqual({ modifiedCount: 0 });
    await reply('You are an idiot.');
    expect((await report()).body).toEqual({ modifiedCount: 1 });
    expect(await reported()).toMatchObject({ reply: 'You are an idiot.', reports: 1 });
  });

  it('is not dismissed if the teacher replaces it at the same moment', async () => {
    await reply('Thank you.');
    await report();
    const { changedAt } = await reported();
    const { dismissed } = await whileLocked(app.pool, async (writer) => {
      await writer.query('select from feedback where id = $1 for update', [feedbackId]);
      const dismissed = dismiss(changedAt);
      await waitUntil('the dismissal waits', () => isWaitingForLock(app.pool));
      await writer.query(
        `update feedback_replies set text = 'You idiot.', updated_at = clock_timestamp() where feedback_id = $1`,
        [feedbackId],
      );
      return { dismissed };
    });
    expect((await dismissed).status).toBe(409);
    expect(await reported()).toMatchObject({ reply: 'You idiot.', reports: 1 });
  });
});

describe('a reply', () => {
  it('is refused if the student has changed the feedback since the teacher read it', async () => {
    const { updatedAt } = await shown();
    await give('A fraud, like the teacher.', 1);
    const refused = await reply('Thank you, so true!', updatedAt);
    expect(refused.status).toBe(409);
    const current = await shown();
    expect(refused.body.error).toMatchObject({
      code: 'edit_conflict',
      current: { feedback: 'A fraud, like the teacher.', rating: 1, updatedAt: current.updatedAt },
    });
    expect(current).not.toHaveProperty('reply');
    expect((await reply('I disagree.', current.updatedAt)).body).toEqual({ modifiedCount: 1 });
    expect((await reply('I disagree.', current.updatedAt)).body, 'a repeat').toEqual({ modifiedCount: 0 });
    expect((await shown()).reply).toMatchObject({ text: 'I disagree.', isOutdated: false });
  });
});
