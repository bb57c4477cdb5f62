import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { TOTAL_COUNT_HEADER } from '#contract/paging.ts';
import { publishClass } from '#tests/support/classes.ts';
import { PASSWORD } from '#tests/support/password.ts';
import { createPeople, type People, RatedClass, REASON } from '#tests/support/rated-class.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { createStudent, type TestUser } from '#tests/support/users.ts';

let app: TestApp;
let people: People;
let teacher: TestUser;
let admin: TestUser;
let ada: TestUser;
let rated: RatedClass;

beforeAll(async () => {
  app = await startTestApp();
  people = await createPeople(app);
  ({ admin, teacher, ada } = people);
});
beforeEach(async () => {
  rated = await RatedClass.open(app, people);
});
afterAll(() => app.close());

const summary = async () => (await app.call('GET', `/feedback/summary?classId=${rated.classId}`)).body;
const own = async () =>
  (await app.call('GET', `/feedback/own?classId=${rated.classId}`, { token: ada.token })).body.feedback;
const moderated = (query = '', by: TestUser = admin) =>
  app.call('GET', `/feedback/moderation${query}`, { token: by.token });

describe('PATCH /feedback/hide/{id}', () => {
  it('removes feedback from everything public and from the ratings, and is recorded in the audit trail', async () => {
    expect(await summary()).toEqual({ count: 2, average: 3, distribution: [1, 0, 0, 0, 1] });
    expect((await rated.hide()).body).toEqual({ modifiedCount: 1 });
    expect(await summary()).toEqual({ count: 1, average: 5, distribution: [0, 0, 0, 0, 1] });
    expect(await rated.publicIds()).not.toContain(rated.feedbackId);
    expect(await rated.publicIds(`?classId=${rated.classId}&page=1`)).toHaveLength(1);
    const home = await (await fetch(`${app.url}/`)).text();
    expect(home).not.toContain('Buy from me instead!');
    const { body } = await app.call('GET', '/audit?limit=1', { token: admin.token });
    expect(body).toMatchObject([
      { action: 'feedback hidden', subject: `Ada Angry on "${rated.title}"`, reason: REASON },
    ]);
    expect((await rated.hide(rated.feedbackId, admin, 'Another reason')).body).toEqual({ modifiedCount: 0 });
    expect(await own()).toMatchObject({ hiddenReason: REASON });
  });

  it('shows the reason to its author, who cannot replace the feedback', async () => {
    expect(await own()).not.toHaveProperty('hiddenReason');
    await rated.hide();
    expect(await own()).toMatchObject({ feedback: 'Buy from me instead!', hiddenReason: REASON });
    const again = await rated.give({ feedback: 'Really, buy from me!', rating: 1 });
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
    expect((await rated.show()).body).toEqual({ modifiedCount: 0 });
    await rated.hide();
    const shown = await Promise.all([rated.show(), rated.show()]);
    expect(shown.map(({ body }) => body.modifiedCount as number).sort()).toEqual([0, 1]);
    expect(await summary()).toEqual({ count: 2, average: 3, distribution: [1, 0, 0, 0, 1] });
    expect(await rated.publicIds()).toContain(rated.feedbackId);
    expect(await own()).not.toHaveProperty('hiddenReason');
    expect((await rated.give({ rating: 4 })).status).toBe(200);
    expect(await summary()).toEqual({ count: 2, average: 4.5, distribution: [0, 0, 0, 1, 1] });
    const { body } = await app.call('GET', '/audit?limit=1', { token: admin.token });
    expect(body).toMatchObject([{ action: 'feedback shown', subjectId: rated.feedbackId }]);
  });

  it('is not subtracted twice when its author leaves while it is hidden', async () => {
    const eve = await createStudent(app, { name: 'Eve Leaving' });
    const free = await publishClass(app, teacher, admin, { price: 0 });
    await app.call('POST', `/classes/${free}/enrollment`, { token: eve.token });
    const { body } = await rated.give({ classId: free, rating: 2 }, eve);
    await rated.hide(body.insertedId);
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
      expect((await rated.hide(rated.feedbackId, person)).status).toBe(403);
      expect((await rated.show(rated.feedbackId, person)).status).toBe(403);
      expect((await moderated('', person)).status).toBe(403);
    }
    for (const reason of [undefined, '', ' ', 'x'.repeat(501)]) {
      const { status, body } = await app.call('PATCH', `/feedback/hide/${rated.feedbackId}`, {
        body: { reason },
        token: admin.token,
      });
      expect(status).toBe(400);
      expect(body.error.fields).toHaveProperty('reason');
    }
    for (const change of [rated.hide, rated.show]) {
      expect((await change(randomUUID())).status).toBe(404);
      expect((await change('mistyped')).status).toBe(400);
    }
  });
});

describe('GET /feedback/moderation', () => {
  it('lists all feedback with author and class, hidden or not', async () => {
    await rated.hide();
    const { body } = await moderated(`?q=${encodeURIComponent(rated.title)}`);
    expect(body).toHaveLength(2);
    expect(body).toContainEqual({
      _id: rated.feedbackId,
      classId: rated.classId,
      title: rated.title,
      date: expect.any(String),
      changedAt: expect.any(String),
      feedback: 'Buy from me instead!',
      rating: 1,
      user: { name: 'Ada Angry', email: ada.email, image: '/pictures/avatars/05.svg' },
      hiddenReason: REASON,
    });
  });

  it('is searched, filtered, sorted and paged', async () => {
    await rated.hide();
    const idsOf = async (query: string) =>
      (await moderated(query)).body.map(({ _id }: { _id: string }) => _id) as string[];
    for (const words of ['from me inst', 'ada ANGRY', ada.email, rated.title]) {
      expect(await idsOf(`?state=hidden&q=${encodeURIComponent(words)}`)).toContain(rated.feedbackId);
      expect(await idsOf(`?state=public&q=${encodeURIComponent(words)}`)).not.toContain(rated.feedbackId);
    }
    const ratings = (await moderated('?sort=rating')).body.map(({ rating }: { rating: number }) => rating);
    expect(ratings).toEqual([...ratings].sort((a: number, b: number) => a - b));
    const { headers, body } = await moderated('?sort=oldest&limit=3&page=2');
    expect(body).toHaveLength(3);
    expect(Number(headers.get(TOTAL_COUNT_HEADER))).toBe((await moderated()).body.length);
    expect((await moderated('?state=secret')).status).toBe(400);
  });

  it('can be saved as CSV', async () => {
    await rated.hide();
    const { body } = await app.call('GET', '/exports/feedback.csv', { token: admin.token });
    expect(body).toContain('"date","name","email","class","rating","feedback","state","reason"');
    expect(body).toContain(`"${rated.title}","1","Buy from me instead!","hidden","${REASON}"`);
  });
});
