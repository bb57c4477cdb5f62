import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { userIdOf } from '#tests/support/books.ts';
import { buyClass } from '#tests/support/classes.ts';
import { createPeople, type People, RatedClass, REASON } from '#tests/support/rated-class.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { createStudent, type TestUser } from '#tests/support/users.ts';

let app: TestApp;
let people: People;
let teacher: TestUser;
let admin: TestUser;
let ada: TestUser;
let ben: TestUser;
let rated: RatedClass;

beforeAll(async () => {
  app = await startTestApp();
  people = await createPeople(app);
  ({ admin, teacher, ada, ben } = people);
});
beforeEach(async () => {
  rated = await RatedClass.open(app, people);
});
afterAll(() => app.close());

describe('POST /feedback/{id}/report', () => {
  const report = (by: Partial<TestUser> = ben, reason: unknown = 'An advertisement', id = rated.feedbackId) =>
    app.call('POST', `/feedback/${id}/report`, { body: { reason }, token: by.token });
  const dismiss = async (id = rated.feedbackId, by: TestUser = admin, changedAt?: string) => {
    const seen = changedAt ?? (await reported('', id))?.changedAt ?? new Date().toISOString();
    return app.call('PATCH', `/reports/dismiss/${id}`, { body: { changedAt: seen }, token: by.token });
  };
  const reported = async (query = 'state=reported', id = rated.feedbackId) =>
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
      _id: rated.feedbackId,
      kind: 'feedback',
      classId: rated.classId,
      title: rated.title,
      rating: 1,
      text: 'Buy from me instead!',
      user: { name: 'Ada Angry', email: ada.email },
      reports: 3,
    });
    expect(item).not.toHaveProperty('lesson');
    expect(item.reasons.toSorted()).toEqual(['An advertisement', 'Not about the class', 'Untrue']);
    expect(await rated.publicIds()).toContain(rated.feedbackId);
    for (const query of ['kind=feedback', `q=${encodeURIComponent(rated.title)}`, 'q=buy from me'])
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
    await rated.hide();
    expect((await report()).status).toBe(404);
    expect(await reported()).toBeUndefined();
  });

  it('stays with what an admin hides because of it', async () => {
    await report();
    await rated.hide();
    expect(await reported()).toBeUndefined();
    expect(await reported('state=hidden')).toMatchObject({ reports: 1, hiddenReason: REASON });
    await rated.show();
    expect(await reported()).toMatchObject({ reports: 1 });
  });

  it('can be dismissed, which is recorded, until somebody else reports it', async () => {
    await report();
    const dismissed = await Promise.all([dismiss(), dismiss()]);
    expect(dismissed.map(({ body }) => body.modifiedCount as number).sort()).toEqual([0, 1]);
    expect(await reported('')).toBeUndefined();
    expect(await rated.publicIds()).toContain(rated.feedbackId);
    const { body } = await app.call('GET', '/audit?limit=1', { token: admin.token });
    expect(body).toMatchObject([
      { action: 'reports dismissed', subject: `Ada Angry on "${rated.title}"`, subjectId: rated.feedbackId },
    ]);
    expect((await report()).body).toEqual({ modifiedCount: 0 });
    expect(await reported()).toBeUndefined();
    await report(teacher, 'Untrue');
    expect(await reported()).toMatchObject({ reports: 1, reasons: ['Untrue'] });
  });

  it('is open again if it is repeated after the feedback has changed since the dismissal', async () => {
    await report();
    await rated.give({ feedback: 'Sturdy, too.' });
    await dismiss();
    expect((await report()).body).toEqual({ modifiedCount: 0 });
    await rated.give({ feedback: 'Buy from me instead!' });
    expect(await reported()).toBeUndefined();
    expect((await report(ben, 'Again')).body).toEqual({ modifiedCount: 1 });
    expect(await reported()).toMatchObject({ reports: 1, reasons: ['Again'] });
    expect((await report(ben, 'And again')).body).toEqual({ modifiedCount: 0 });
    expect(await reported()).toMatchObject({ reports: 1, reasons: ['Again'] });
  });

  it('is not dismissed by an admin who has not seen the changed feedback', async () => {
    await report();
    const { changedAt } = await reported();
    await rated.give({ feedback: 'Really, buy from me!' });
    const refused = await dismiss(rated.feedbackId, admin, changedAt);
    expect(refused.status).toBe(409);
    expect(refused.body.error.code).toBe('edit_conflict');
    expect(await reported()).toMatchObject({ text: 'Really, buy from me!', reports: 1 });
    expect((await dismiss()).body).toEqual({ modifiedCount: 1 });
    expect((await dismiss(rated.feedbackId, admin, changedAt)).body).toEqual({ modifiedCount: 0 });
  });

  it('is dismissed by admins; what nobody reported and malformed ids are 404 and 400', async () => {
    await report();
    for (const person of [ada, teacher]) {
      expect((await dismiss(rated.feedbackId, person)).status).toBe(403);
      expect((await app.call('GET', '/reports', { token: person.token })).status).toBe(403);
    }
    expect((await dismiss(randomUUID())).status).toBe(404);
    expect((await dismiss('mistyped')).status).toBe(400);
  });

  it('is not hidden by the call that hides posts', async () => {
    const wrong = await app.call('PATCH', `/posts/hide/${rated.feedbackId}`, {
      body: { reason: REASON },
      token: admin.token,
    });
    expect(wrong.status).toBe(404);
    expect(await rated.publicIds()).toContain(rated.feedbackId);
  });

  it('is deleted with its author’s account, and with the feedback', async () => {
    const leaver = await createStudent(app);
    await report(leaver, 'I am leaving');
    await app.call('DELETE', `/users/${await userIdOf(app.pool, leaver)}`, { token: admin.token });
    expect(await reported()).toBeUndefined();

    const eve = await createStudent(app);
    await buyClass(app, eve, rated.classId);
    const { body } = await rated.give({ feedback: 'Rude words' }, eve);
    await report(ben, 'Rude', body.insertedId);
    await app.call('DELETE', `/users/${await userIdOf(app.pool, eve)}`, { token: admin.token });
    expect(await reported('', body.insertedId)).toBeUndefined();
    expect((await report(teacher, 'Rude', body.insertedId)).status).toBe(404);
  });
});
