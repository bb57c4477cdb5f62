import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  approveChange,
  proposeChange,
  rejectChange,
  type PendingChange,
} from '#tests/support/class-changes.ts';
import { approveClass, buyClass, classInput, publishClass } from '#tests/support/classes.ts';
import { openIntent } from '#tests/support/payments.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { createStudent, createTeacher, signInAs, type TestUser } from '#tests/support/users.ts';

let app: TestApp;
let admin: TestUser;
let teacher: TestUser;
let other: TestUser;
let classId: string;

beforeAll(async () => {
  app = await startTestApp();
  admin = await signInAs(app, 'Admin');
  other = await createTeacher(app);
});
beforeEach(async () => {
  teacher = await createTeacher(app);
  classId = await publishClass(app, teacher, admin);
});
afterAll(() => app.close());

const NEW = { title: 'Joinery for web developers', price: 25, description: 'Joints that hold for life.' };
const read = async (id: string = classId) => (await app.call('GET', `/classes/${id}`)).body;
const update = (change: object = {}, by: TestUser = teacher) =>
  app.call('PUT', `/classes/${classId}`, { body: classInput(change), token: by.token });
const changeOf = async (id: string = classId) =>
  (await app.call('GET', `/classes/${id}/change`, { token: teacher.token })).body.change;
const propose = (change: object = NEW) => proposeChange(app, teacher, classId, change);
const approve = (change: PendingChange, by: TestUser = admin) => approveChange(app, by, change);
const reject = (change: PendingChange, reason?: string, by: TestUser = admin) =>
  rejectChange(app, by, change, reason);
const withdrawChange = ({ _id }: PendingChange, by: TestUser = teacher) =>
  app.call('DELETE', `/class-changes/${_id}`, { token: by.token });
const waiting = async (query = '') =>
  (await app.call('GET', `/class-changes${query}`, { token: admin.token })).body as {
    _id: string;
    classId: string;
  }[];
const isListed = async () => (await waiting()).some((change) => change.classId === classId);
const versions = async (id: string = classId) =>
  (await app.call('GET', `/classes/${id}/versions`, { token: admin.token })).body;
const withdrawClass = () =>
  app.call('PATCH', `/classes/withdraw/${classId}`, {
    body: { status: 'rejected', reason: 'Copied' },
    token: admin.token,
  });

const ofClass = ({ title, price, description } = classInput()) => ({ title, price, description });

describe('an update of a published class', () => {
  it.each([
    ['title', { title: NEW.title }],
    ['description', { description: NEW.description }],
    ['higher price', { price: NEW.price }],
  ])('is pending review with a new %s, and the published version stays', async (_, change) => {
    const before = await read();
    expect((await update(change)).body).toEqual({ modifiedCount: 1 });
    expect(await read()).toEqual(before);
    expect(await changeOf()).toMatchObject({
      classId,
      status: 'Pending',
      version: 1,
      current: ofClass(),
      proposed: { ...ofClass(), ...change },
    });
    expect(await isListed()).toBe(true);
  });

  it('takes effect at once with another picture, level, category or a lower price', async () => {
    const change = {
      image: 'https://example.test/new.png',
      experience: 'Junior',
      category: 'SEO Development',
      price: 5,
    };
    expect((await update(change)).body).toEqual({ modifiedCount: 1 });
    expect(await read()).toMatchObject({ ...change, status: 'approve' });
    expect(await changeOf()).toBeNull();
    expect(await isListed()).toBe(false);
  });

  it('applies what needs no review, and proposes the rest', async () => {
    await update({ title: NEW.title, price: 5, image: '/a.png' });
    expect(await read()).toMatchObject({ title: classInput().title, price: 5, image: '/a.png' });
    expect(await changeOf()).toMatchObject({ proposed: { title: NEW.title, price: 5 } });
  });

  it('replaces the proposal; the version increases only if the proposal changes', async () => {
    await propose();
    await update({ ...NEW, image: '/a.png' });
    expect(await changeOf()).toMatchObject({ version: 1, proposed: NEW });
    await update({ ...NEW, price: 30 });
    expect(await changeOf()).toMatchObject({ version: 2, proposed: { ...NEW, price: 30 } });
    await update({ ...NEW, price: 5 });
    expect(await changeOf()).toMatchObject({ version: 3, current: { price: 5 }, proposed: { price: 5 } });
    expect((await waiting(`?q=${teacher.email}`)).length).toBe(1);
  });

  it('withdraws the proposal if nothing needs a review', async () => {
    await propose();
    await update({ image: '/a.png' });
    expect(await changeOf()).toBeNull();
    expect(await isListed()).toBe(false);
  });

  it('shows only the teacher in their list that it is pending', async () => {
    await propose();
    const own = await app.call('GET', `/classes/teacher/${teacher.email}`, { token: teacher.token });
    expect(own.body).toMatchObject([{ _id: classId, changeWaits: true, title: classInput().title }]);
    expect(await read()).not.toHaveProperty('changeWaits');
    expect(JSON.stringify((await app.call('GET', '/classes')).body)).not.toContain(NEW.title);
  });
});

describe('the approval of a change', () => {
  it('publishes it: the class, its pages, the search and the history, with an entry in the audit trail', async () => {
    const change = await propose();
    const find = async (word: string) =>
      (await app.call('GET', `/classes?status=approve&page=1&q=${word} ${teacher.name}`)).body;
    expect(await read()).toMatchObject(ofClass());
    expect(await find('joinery')).toEqual([]);
    const page = () => fetch(`${app.url}/classDetail/${classId}`).then((response) => response.text());
    await page();

    expect((await approve(change)).body).toEqual({ modifiedCount: 1 });
    expect(await read()).toMatchObject({ ...NEW, status: 'approve' });
    expect(await find('joinery')).toMatchObject([{ _id: classId }]);
    expect(await changeOf()).toBeNull();
    expect(await isListed()).toBe(false);
    expect(await versions()).toMatchObject([
      { number: 2, texts: NEW, before: ofClass(), approvedBy: { email: admin.email } },
      { number: 1, texts: ofClass(), approvedBy: { email: admin.email } },
    ]);
    const { body } = await app.call('GET', '/audit?limit=1', { token: admin.token });
    expect(body).toMatchObject([
      { action: 'class change approved', subject: NEW.title, actor: { email: admin.email } },
    ]);
  });

  it('leaves unchanged fields alone', async () => {
    const change = await propose({ title: NEW.title });
    await approve(change);
    expect(await read()).toMatchObject({ ...ofClass(), title: NEW.title });
  });

  it('is refused if the teacher has edited the change, or lowered the price, since', async () => {
    const first = await propose();
    await update({ ...NEW, title: 'Something quite different' });
    const refused = await approve(first);
    expect(refused.status).toBe(409);
    expect(refused.body.error).toMatchObject({ code: 'edit_conflict', current: { version: 2 } });
    expect((await reject(first)).body.error.code).toBe('edit_conflict');
    const second = await propose({ title: NEW.title });
    await update({ title: NEW.title, price: 5 });
    expect((await approve(second)).body.error.code).toBe('edit_conflict');
    expect(await read()).toMatchObject({ title: classInput().title, price: 5 });
  });

  it('happens once, even if several admins decide at the same time', async () => {
    const change = await propose();
    const responses = await Promise.all([approve(change), reject(change), approve(change)]);
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    const isApproved = (await read()).title === NEW.title;
    expect(await versions()).toHaveLength(isApproved ? 2 : 1);
    expect((await approve(change)).body.error.code).toBe('not_pending');
  });

  it.each(['withdraws it', 'deletes the class', 'edits it'])(
    'either succeeds or changes nothing if the teacher %s at the same moment',
    async (what) => {
      for (let round = 0; round < 5; round += 1) {
        classId = await publishClass(app, teacher, admin);
        const change = await propose();
        const act = {
          'withdraws it': () => withdrawChange(change),
          'deletes the class': () => app.call('DELETE', `/classes/${classId}`, { token: teacher.token }),
          'edits it': () => update({ ...NEW, title: 'Something quite different' }),
        }[what]!;
        const [decided, acted] = await Promise.all([approve(change), act()]);
        const { rows } = await app.pool.query('select title from classes where id = $1', [classId]);
        const isPublished = rows[0].title === NEW.title;
        expect(decided.status === 200).toBe(isPublished);
        if (!isPublished) expect([404, 409]).toContain(decided.status);
        // A change that was approved first can no longer be withdrawn; the class can be deleted and edited.
        expect(acted.status === 200).toBe(what !== 'withdraws it' || !isPublished);
      }
    },
  );

  it('is refused for a class that was withdrawn or deleted meanwhile', async () => {
    const change = await propose();
    await withdrawClass();
    expect((await approve(change)).body.error.code).toBe('not_published');
    expect((await reject(change)).body.error.code).toBe('not_published');
    expect(await isListed()).toBe(false);
    // The teacher submits all of it for review again.
    expect(await changeOf()).toMatchObject({ proposed: NEW });
    await update(NEW);
    expect(await changeOf()).toBeNull();
    await approveClass(app, admin, classId);
    expect(await read()).toMatchObject(NEW);
    expect(await versions()).toMatchObject([{ number: 2, texts: NEW }, { number: 1 }]);
    const again = await propose({ title: 'Once more' });
    await app.call('DELETE', `/classes/${classId}`, { token: teacher.token });
    expect((await approve(again)).status).toBe(404);
  });

  it('is needed before buyers pay a higher price', async () => {
    const ada = await createStudent(app);
    const change = await propose({ price: 40 });
    const { body } = await openIntent(app, ada, { _id: classId, price: 19.5 });
    expect(body.clientSecret).toBeTruthy();
    expect((await openIntent(app, ada, { _id: classId, price: 40 })).body.error).toMatchObject({
      code: 'price_changed',
      price: 19.5,
    });
    await buyClass(app, ada, classId);
    await approve(change);
    await buyClass(app, await createStudent(app), classId);
    const { rows } = await app.pool.query(
      'select amount from payments where class_id = $1 order by paid_at',
      [classId],
    );
    expect(rows).toEqual([{ amount: 1950 }, { amount: 4000 }]);
  });
});

describe('the rejection of a change', () => {
  it('leaves the class unchanged, and notifies its teacher of the reason, who can propose another change', async () => {
    const before = await read();
    const change = await propose();
    expect((await reject(change, 'Promises too much')).body).toEqual({ modifiedCount: 1 });
    expect(await read()).toEqual(before);
    expect(await changeOf()).toMatchObject({
      status: 'rejected',
      reason: 'Promises too much',
      proposed: NEW,
    });
    expect(await versions()).toHaveLength(1);
    const { body } = await app.call('GET', '/audit?limit=1', { token: admin.token });
    expect(body).toMatchObject([
      { action: 'class change rejected', subject: before.title, reason: 'Promises too much' },
    ]);
    const again = await propose({ title: NEW.title });
    expect(again).toMatchObject({ version: 1, status: 'Pending' });
    await approve(again);
    expect(await changeOf()).toBeNull();
  });

  it.each(['r'.repeat(501), 7])('is 400 with an invalid reason', async (reason) => {
    const { status, body } = await reject(await propose(), reason as string);
    expect(status).toBe(400);
    expect(body.error.fields).toHaveProperty('reason');
  });
});

describe('the withdrawal of a change', () => {
  it('is possible only for its teacher, and once', async () => {
    const change = await propose();
    for (const by of [other, admin, await createStudent(app)])
      expect((await withdrawChange(change, by)).status).toBe(403);
    expect((await withdrawChange(change)).body).toEqual({ deletedCount: 1 });
    expect((await withdrawChange(change)).status).toBe(404);
    expect((await approve(change)).status).toBe(404);
    expect(await changeOf()).toBeNull();
    const decided = await propose();
    await reject(decided);
    expect((await withdrawChange(decided)).body.error.code).toBe('not_pending');
  });
});

describe('the calls about changes', () => {
  it('are refused to everyone else, and for unknown ids', async () => {
    const change = await propose();
    for (const by of [teacher, other, await createStudent(app)]) {
      expect((await approve(change, by)).status).toBe(403);
      expect((await reject(change, 'No', by)).status).toBe(403);
    }
    const unknown = { _id: randomUUID(), version: 1 };
    for (const call of [approve(unknown), reject(unknown), withdrawChange(unknown)])
      expect((await call).status).toBe(404);
    const own = (id: string, by: TestUser) => app.call('GET', `/classes/${id}/change`, { token: by.token });
    expect((await own(classId, other)).status).toBe(403);
    expect((await own(randomUUID(), teacher)).status).toBe(404);
    expect((await app.call('GET', `/classes/${randomUUID()}/versions`, { token: admin.token })).status).toBe(
      404,
    );
  });

  it('list the longest waiting changes first, searched and sorted', async () => {
    await propose({ title: 'Zymurgy for beginners' });
    classId = await publishClass(app, teacher, admin, { title: 'Another class' });
    await propose({ title: 'Another title', description: 'Other words' });
    const of = async (sort = '') =>
      (await waiting(`?q=${teacher.email}${sort}`)).map(
        (change) => (change as unknown as { proposed: { title: string } }).proposed.title,
      );
    expect(await of()).toEqual(['Zymurgy for beginners', 'Another title']);
    for (const sort of ['newest', 'title'])
      expect(await of(`&sort=${sort}`)).toEqual(['Another title', 'Zymurgy for beginners']);
    expect(await waiting('?q=zymurgy')).toHaveLength(1);
  });
});
