import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { TOTAL_COUNT_HEADER } from '#contract/paging.ts';
import { userIdOf } from '#tests/support/books.ts';
import { buyClass, publishClass } from '#tests/support/classes.ts';
import { createStudent, createTeacher, signInAs, type TestUser } from '#tests/support/users.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { PASSWORD } from '#tests/support/password.ts';

let app: TestApp;
let teacher: TestUser;
let admin: TestUser;
let ada: TestUser;
let ben: TestUser;
let classId: string;
let title: string;
/** Ada's feedback: one star. Ben gave five. */
let feedbackId: string;
let counter = 0;

beforeAll(async () => {
  app = await startTestApp();
  admin = await signInAs(app, 'Admin');
  teacher = await createTeacher(app);
  [ada, ben] = [await createStudent(app, { name: 'Ada Angry' }), await createStudent(app)];
});
beforeEach(async () => {
  counter += 1;
  title = `Moderated ${counter}`;
  classId = await publishClass(app, teacher, admin, { title });
  for (const student of [ada, ben]) await buyClass(app, student, classId);
  feedbackId = (await give({ feedback: 'Buy from me instead!', rating: 1 })).body.insertedId;
  await give({ feedback: 'Sturdy.', rating: 5 }, ben);
});
afterAll(() => app.close());

const REASON = 'Advertising';
const give = (more: object, by: TestUser = ada) =>
  app.call('POST', '/feedback', { body: { classId, rating: 3, feedback: 'Fine', ...more }, token: by.token });
const hide = (id: string = feedbackId, by: TestUser = admin, reason: unknown = REASON) =>
  app.call('PATCH', `/feedback/hide/${id}`, { body: { reason }, token: by.token });
const show = (id: string = feedbackId, by: TestUser = admin) =>
  app.call('PATCH', `/feedback/show/${id}`, { token: by.token });
const summary = async () => (await app.call('GET', `/feedback/summary?classId=${classId}`)).body;
const publicIds = async (query = ''): Promise<string[]> =>
  (await app.call('GET', `/feedback${query}`)).body.map(({ _id }: { _id: string }) => _id);
const own = async (by: TestUser = ada) =>
  (await app.call('GET', `/feedback/own?classId=${classId}`, { token: by.token })).body.feedback;
const moderated = (query = '', by: TestUser = admin) =>
  app.call('GET', `/feedback/moderation${query}`, { token: by.token });

describe('PATCH /feedback/hide/{id}', () => {
  it('removes feedback from everything public and from the ratings, and is recorded in the audit trail', async () => {
    expect(await summary()).toEqual({ count: 2, average: 3, distribution: [1, 0, 0, 0, 1] });
    expect((await hide()).body).toEqual({ modifiedCount: 1 });
    expect(await summary()).toEqual({ count: 1, average: 5, distribution: [0, 0, 0, 0, 1] });
    expect(await publicIds()).not.toContain(feedbackId);
    expect(await publicIds(`?classId=${classId}&page=1`)).toHaveLength(1);
    const home = await (await fetch(`${app.url}/`)).text();
    expect(home).not.toContain('Buy from me instead!');
    const { body } = await app.call('GET', '/audit?limit=1', { token: admin.token });
    expect(body).toMatchObject([
      { action: 'feedback hidden', subject: `Ada Angry on "${title}"`, reason: REASON },
    ]);
    expect((await hide(feedbackId, admin, 'Another reason')).body).toEqual({ modifiedCount: 0 });
    expect(await own()).toMatchObject({ hiddenReason: REASON });
  });

  it('shows the reason to its author, who cannot replace the feedback', async () => {
    expect(await own()).not.toHaveProperty('hiddenReason');
    await hide();
    expect(await own()).toMatchObject({ feedback: 'Buy from me instead!', hiddenReason: REASON });
    const again = await give({ feedback: 'Really, buy from me!', rating: 1 });
    expect(again.status).toBe(409);
    expect(again.body.error.code).toBe('feedback_hidden');
    expect(await own()).toMatchObject({ feedback: 'Buy from me instead!' });
    expect(await summary()).toMatchObject({ count: 1 });
    const { body } = await app.call('GET', '/account/data', { token: ada.token });
    expect(body.feedback).toContainEqual(
      expect.objectContaining({ text: 'Buy from me instead!', hiddenReason: REASON }),
    );
  });

  it('is reversed by showing it again, which counts once', async () => {
    expect((await show()).body).toEqual({ modifiedCount: 0 });
    await hide();
    const shown = await Promise.all([show(), show()]);
    expect(shown.map(({ body }) => body.modifiedCount as number).sort()).toEqual([0, 1]);
    expect(await summary()).toEqual({ count: 2, average: 3, distribution: [1, 0, 0, 0, 1] });
    expect(await publicIds()).toContain(feedbackId);
    expect(await own()).not.toHaveProperty('hiddenReason');
    expect((await give({ rating: 4 })).status).toBe(200);
    expect(await summary()).toEqual({ count: 2, average: 4.5, distribution: [0, 0, 0, 1, 1] });
    const { body } = await app.call('GET', '/audit?limit=1', { token: admin.token });
    expect(body).toMatchObject([{ action: 'feedback shown', subjectId: feedbackId }]);
  });

  it('is not subtracted twice when its author leaves while it is hidden', async () => {
    const eve = await createStudent(app, { name: 'Eve Leaving' });
    const free = await publishClass(app, teacher, admin, { price: 0 });
    await app.call('POST', `/classes/${free}/enrollment`, { token: eve.token });
    const { body } = await give({ classId: free, rating: 2 }, eve);
    await hide(body.insertedId);
    const left = await app.call('DELETE', '/account', {
      body: { email: eve.email, password: PASSWORD },
      token: eve.token,
    });
    expect(left.status).toBe(200);
    const ratings = await app.call('GET', `/feedback/summary?classId=${free}`);
    expect(ratings.body).toEqual({ count: 0, average: null, distribution: [0, 0, 0, 0, 0] });
    const audit = await app.call('GET', '/audit?limit=5', { token: admin.token });
    expect(JSON.stringify(audit.body)).not.toContain('Eve Leaving');
  });

  it('is for admins, with a reason; unknown and malformed ids are 404 and 400', async () => {
    for (const person of [ada, teacher]) {
      expect((await hide(feedbackId, person)).status).toBe(403);
      expect((await show(feedbackId, person)).status).toBe(403);
      expect((await moderated('', person)).status).toBe(403);
    }
    for (const reason of [undefined, '', ' ', 'x'.repeat(501)]) {
      const { status, body } = await app.call('PATCH', `/feedback/hide/${feedbackId}`, {
        body: { reason },
        token: admin.token,
      });
      expect(status).toBe(400);
      expect(body.error.fields).toHaveProperty('reason');
    }
    for (const change of [hide, show]) {
      expect((await change(randomUUID())).status).toBe(404);
      expect((await change('mistyped')).status).toBe(400);
    }
  });
});

describe('GET /feedback/moderation', () => {
  it('lists all feedback with author and class, hidden or not', async () => {
    await hide();
    const { body } = await moderated(`?q=${encodeURIComponent(title)}`);
    expect(body).toHaveLength(2);
    expect(body).toContainEqual({
      _id: feedbackId,
      classId,
      title,
      date: expect.any(String),
      changedAt: expect.any(String),
      feedback: 'Buy from me instead!',
      rating: 1,
      user: { name: 'Ada Angry', email: ada.email, image: '/pictures/avatars/05.svg' },
      hiddenReason: REASON,
    });
  });

  it('is searched, filtered, sorted and paged', async () => {
    await hide();
    const idsOf = async (query: string) =>
      (await moderated(query)).body.map(({ _id }: { _id: string }) => _id) as string[];
    for (const words of ['from me inst', 'ada ANGRY', ada.email, title]) {
      expect(await idsOf(`?state=hidden&q=${encodeURIComponent(words)}`)).toContain(feedbackId);
      expect(await idsOf(`?state=public&q=${encodeURIComponent(words)}`)).not.toContain(feedbackId);
    }
    const ratings = (await moderated('?sort=rating')).body.map(({ rating }: { rating: number }) => rating);
    expect(ratings).toEqual([...ratings].sort((a: number, b: number) => a - b));
    const { headers, body } = await moderated('?sort=oldest&limit=3&page=2');
    expect(body).toHaveLength(3);
    expect(Number(headers.get(TOTAL_COUNT_HEADER))).toBe((await moderated()).body.length);
    expect((await moderated('?state=secret')).status).toBe(400);
  });

  it('can be saved as CSV', async () => {
    await hide();
    const { body } = await app.call('GET', '/exports/feedback.csv', { token: admin.token });
    expect(body).toContain('"date","name","email","class","rating","feedback","state","reason"');
    expect(body).toContain(`"${title}","1","Buy from me instead!","hidden","${REASON}"`);
  });
});

describe('POST /feedback/{id}/report', () => {
  const report = (by: Partial<TestUser> = ben, reason: unknown = 'An advertisement', id = feedbackId) =>
    app.call('POST', `/feedback/${id}/report`, { body: { reason }, token: by.token });
  const dismiss = async (id = feedbackId, by: TestUser = admin, changedAt?: string) => {
    const seen = changedAt ?? (await reported('', id))?.changedAt ?? new Date().toISOString();
    return app.call('PATCH', `/reports/dismiss/${id}`, { body: { changedAt: seen }, token: by.token });
  };
  const reported = async (query = 'state=reported', id = feedbackId) =>
    (await app.call('GET', `/reports?${query}`, { token: admin.token })).body.find(
      ({ _id }: { _id: string }) => _id === id,
    );

  it('lists the reasons for admins, one per user, from anybody who is signed in', async () => {
    const stranger = await createStudent(app);
    expect(await reported()).toBeUndefined();
    const sent = await Promise.all([report(), report()]);
    expect(sent.map(({ body }) => body.modifiedCount as number).sort()).toEqual([0, 1]);
    expect((await report(ben, 'Another reason')).body).toEqual({ modifiedCount: 0 });
    await Promise.all([report(stranger, 'Not about the class'), report(teacher, 'Untrue')]);
    const item = await reported();
    expect(item).toMatchObject({
      _id: feedbackId,
      kind: 'feedback',
      classId,
      title,
      rating: 1,
      text: 'Buy from me instead!',
      user: { name: 'Ada Angry', email: ada.email },
      reports: 3,
    });
    expect(item).not.toHaveProperty('lesson');
    expect(item.remarks.toSorted()).toEqual(['An advertisement', 'Not about the class', 'Untrue']);
    expect(await publicIds()).toContain(feedbackId);
    for (const query of ['kind=feedback', `q=${encodeURIComponent(title)}`, 'q=buy from me'])
      expect(await reported(query)).toBeDefined();
    for (const query of ['kind=answer', 'state=hidden', 'q=nothing of that'])
      expect(await reported(query)).toBeUndefined();
  });

  it('is for public feedback of others, with a reason', async () => {
    expect((await report(ada)).body.error.code).toBe('conflict');
    expect((await report({})).status).toBe(401);
    expect((await report(ben, 'x', randomUUID())).status).toBe(404);
    for (const reason of [undefined, ' ', 'x'.repeat(501)]) {
      const { status, body } = await report(ben, reason ?? null);
      expect(status).toBe(400);
      expect(body.error.fields).toHaveProperty('reason');
    }
    await hide();
    expect((await report()).status).toBe(404);
    expect(await reported()).toBeUndefined();
  });

  it('stays with what an admin hides because of it', async () => {
    await report();
    await hide();
    expect(await reported()).toBeUndefined();
    expect(await reported('state=hidden')).toMatchObject({ reports: 1, hiddenReason: REASON });
    await show();
    expect(await reported()).toMatchObject({ reports: 1 });
  });

  it('can be dismissed, which is recorded, until somebody else reports it', async () => {
    await report();
    const dismissed = await Promise.all([dismiss(), dismiss()]);
    expect(dismissed.map(({ body }) => body.modifiedCount as number).sort()).toEqual([0, 1]);
    expect(await reported('')).toBeUndefined();
    expect(await publicIds()).toContain(feedbackId);
    const { body } = await app.call('GET', '/audit?limit=1', { token: admin.token });
    expect(body).toMatchObject([
      { action: 'reports dismissed', subject: `Ada Angry on "${title}"`, subjectId: feedbackId },
    ]);
    expect((await report()).body).toEqual({ modifiedCount: 0 });
    expect(await reported()).toBeUndefined();
    await report(teacher, 'Untrue');
    expect(await reported()).toMatchObject({ reports: 1, remarks: ['Untrue'] });
  });

  it('is open again if it is repeated after the feedback has changed since the dismissal', async () => {
    await report();
    await give({ feedback: 'Sturdy, too.' });
    await dismiss();
    expect((await report()).body).toEqual({ modifiedCount: 0 });
    await give({ feedback: 'Buy from me instead!' });
    expect(await reported()).toBeUndefined();
    expect((await report(ben, 'Again')).body).toEqual({ modifiedCount: 1 });
    expect(await reported()).toMatchObject({ reports: 1, remarks: ['Again'] });
    expect((await report(ben, 'And again')).body).toEqual({ modifiedCount: 0 });
    expect(await reported()).toMatchObject({ reports: 1, remarks: ['Again'] });
  });

  it('is not dismissed by an admin who has not seen the changed feedback', async () => {
    await report();
    const { changedAt } = await reported();
    await give({ feedback: 'Really, buy from me!' });
    const refused = await dismiss(feedbackId, admin, changedAt);
    expect(refused.status).toBe(409);
    expect(refused.body.error.code).toBe('edit_conflict');
    expect(await reported()).toMatchObject({ text: 'Really, buy from me!', reports: 1 });
    expect((await dismiss()).body).toEqual({ modifiedCount: 1 });
    expect((await dismiss(feedbackId, admin, changedAt)).body).toEqual({ modifiedCount: 0 });
  });

  it('is dismissed by admins; what nobody reported and malformed ids are 404 and 400', async () => {
    await report();
    for (const person of [ada, teacher]) {
      expect((await dismiss(feedbackId, person)).status).toBe(403);
      expect((await app.call('GET', '/reports', { token: person.token })).status).toBe(403);
    }
    expect((await dismiss(randomUUID())).status).toBe(404);
    expect((await dismiss('mistyped')).status).toBe(400);
  });

  it('is not hidden by the call that hides posts', async () => {
    const wrong = await app.call('PATCH', `/posts/hide/${feedbackId}`, {
      body: { reason: REASON },
      token: admin.token,
    });
    expect(wrong.status).toBe(404);
    expect(await publicIds()).toContain(feedbackId);
  });

  it('is deleted with its author’s account, and with the feedback', async () => {
    const leaver = await createStudent(app);
    await report(leaver, 'I am leaving');
    await app.call('DELETE', `/users/${await userIdOf(app.pool, leaver)}`, { token: admin.token });
    expect(await reported()).toBeUndefined();

    const eve = await createStudent(app);
    await buyClass(app, eve, classId);
    const { body } = await give({ feedback: 'Rude words' }, eve);
    await report(ben, 'Rude', body.insertedId);
    await app.call('DELETE', `/users/${await userIdOf(app.pool, eve)}`, { token: admin.token });
    expect(await reported('', body.insertedId)).toBeUndefined();
    expect((await report(teacher, 'Rude', body.insertedId)).status).toBe(404);
  });
});
