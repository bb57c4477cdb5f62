import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addClass, approveClass, buyClass, classInput, publishClass } from '#tests/support/classes.ts';
import { emailsTo } from '#tests/support/emails.ts';
import { confirmCard, openIntent } from '#tests/support/payments.ts';
import { createStudent, createTeacher, signInAs, type TestUser } from '#tests/support/users.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let admin: TestUser;
let teacher: TestUser;
let classId: string;

beforeAll(async () => {
  app = await startTestApp();
  admin = await signInAs(app, 'Admin');
  teacher = await createTeacher(app);
});
beforeEach(async () => {
  classId = await publishClass(app, teacher, admin);
});
afterAll(() => app.close());

const REASON = 'The pictures are somebody else’s';
const withdraw = (id: string, by: TestUser = admin, reason: string | undefined = REASON) =>
  app.call('PATCH', `/classes/withdraw/${id}`, { body: { status: 'rejected', reason }, token: by.token });
const read = (id: string, by?: TestUser) => app.call('GET', `/classes/${id}`, { token: by?.token });
const update = (id: string) =>
  app.call('PUT', `/classes/${id}`, {
    body: classInput({ title: 'With pictures of my own' }),
    token: teacher.token,
  });
const remove = (id: string) => app.call('DELETE', `/classes/${id}`, { token: teacher.token });
const countRows = async (id: string): Promise<number> =>
  (await app.pool.query<{ n: number }>('select count(*)::int as n from classes where id = $1', [id])).rows[0]!
    .n;
const paymentsOf = (by: TestUser) => app.call('GET', '/payments/own', { token: by.token });
const enrollmentsOf = (by: TestUser) =>
  app.call('GET', `/enrollments?email=${by.email}`, { token: by.token });

describe('PATCH /classes/withdraw/{id}', () => {
  it('removes a class from everything public at once, and is recorded in the audit trail', async () => {
    const shown = async () => {
      const lists = await Promise.all(
        ['/classes', '/classes?q=woodworking&status=approve&page=1', '/classes?sort=-enroll&limit=100'].map(
          (path) => app.call('GET', path),
        ),
      );
      const sitemap = await (await fetch(`${app.url}/sitemap.xml`)).text();
      return [...lists.map(({ body }) => JSON.stringify(body)), sitemap].filter((text) =>
        text.includes(classId),
      ).length;
    };
    const totals = async () => (await app.call('GET', '/classes/totals')).body;
    const ada = await createStudent(app);
    await buyClass(app, ada, classId);
    const before = await totals();
    expect(await shown()).toBeGreaterThanOrEqual(3);
    expect((await withdraw(classId)).body).toEqual({ modifiedCount: 1 });
    expect(await shown()).toBe(0);
    expect(await totals()).toEqual({
      classes: before.classes - 1,
      enrollments: before.enrollments - 1,
    });
    expect((await read(classId)).status).toBe(404);
    const { body } = await app.call('GET', '/audit?limit=1', { token: admin.token });
    expect(body).toMatchObject([
      { action: 'class withdrawn', subjectId: classId, reason: REASON, actor: { email: admin.email } },
    ]);
  });

  it('notifies its teacher once, with the reason', async () => {
    await withdraw(classId);
    await withdraw(classId);
    const { body } = await app.call('GET', '/notifications', { token: teacher.token });
    const path = `/dashboard/updateClass/${classId}`;
    expect(
      (body as { kind: string; path: string }[]).filter(
        (one) => one.kind === 'class withdrawn' && one.path === path,
      ),
    ).toHaveLength(1);
    const emails = await emailsTo(app, teacher.email);
    const about = emails.filter((text) => text.includes('was withdrawn') && text.includes(classId));
    expect(about).toHaveLength(1);
    expect(about[0]).toContain(REASON);
  });

  it('keeps it available to its students, with its assignment', async () => {
    const ada = await createStudent(app);
    await buyClass(app, ada, classId);
    const task = { title: 'Task', description: 'Do it', marks: 10, date: '2040-01-31' };
    await app.call('PATCH', `/classes/${classId}/assignments`, { body: task, token: teacher.token });
    await withdraw(classId);
    expect((await enrollmentsOf(ada)).body).toMatchObject([{ myClass: { _id: classId } }]);
    expect((await read(classId, ada)).body).toMatchObject({ assignments: { title: 'Task' } });
    expect((await read(classId, ada)).body).not.toHaveProperty('reason');
    const work = await app.call('PUT', `/classes/${classId}/submission`, {
      body: { text: 'Done' },
      token: ada.token,
    });
    expect(work.status).toBe(200);
    const marked = await app.call('PATCH', `/submissions/${work.body._id}`, {
      body: { marks: 9 },
      token: teacher.token,
    });
    expect(marked.status).toBe(200);
  });

  it('shows the reason to the teacher, who corrects and resubmits the class', async () => {
    await withdraw(classId);
    expect((await read(classId, teacher)).body).toMatchObject({ status: 'rejected', reason: REASON });
    expect((await update(classId)).body).toEqual({ modifiedCount: 1 });
    const again = (await read(classId, teacher)).body;
    expect(again).toMatchObject({ status: 'Pending', title: 'With pictures of my own' });
    expect(again).not.toHaveProperty('reason');
    expect((await read(classId)).status).toBe(404);
    expect((await approveClass(app, admin, classId)).status).toBe(200);
    expect((await read(classId)).body).toMatchObject({ status: 'approve' });
    await buyClass(app, await createStudent(app), classId);
  });

  it('is called withdrawn until the teacher resubmits it, not if it is rejected after that', async () => {
    await withdraw(classId);
    expect((await read(classId, teacher)).body).toMatchObject({ status: 'rejected', withdrawn: true });
    await update(classId);
    await app.call('PATCH', `/classes/reject/${classId}`, {
      body: { status: 'rejected', reason: 'Still too short' },
      token: admin.token,
    });
    const rejected = (await read(classId, teacher)).body;
    expect(rejected).toMatchObject({ status: 'rejected', reason: 'Still too short' });
    expect(rejected).not.toHaveProperty('withdrawn');
  });

  it.each(['rejected', 'Pending'])(
    'is never deleted while it is %s, because it was published',
    async (status) => {
      const ada = await createStudent(app);
      await buyClass(app, ada, classId);
      await withdraw(classId);
      if (status === 'Pending') await update(classId);
      expect((await read(classId, teacher)).body.status).toBe(status);
      expect((await remove(classId)).body).toEqual({ deletedCount: 1 });
      expect(await countRows(classId)).toBe(1);
      expect((await read(classId, teacher)).body).toMatchObject({ deleted: true });
      expect((await read(classId, admin)).status).toBe(404);
      expect((await enrollmentsOf(ada)).body).toHaveLength(1);
    },
  );

  it('is hidden with its teacher’s account, and its students keep access', async () => {
    const leaving = await createTeacher(app);
    const id = await publishClass(app, leaving, admin);
    const ada = await createStudent(app);
    await buyClass(app, ada, id);
    await withdraw(id);
    const { body: users } = await app.call('GET', `/users?q=${leaving.email}`, { token: admin.token });
    const gone = await app.call('DELETE', `/users/${users[0]._id}`, { token: admin.token });
    expect(gone.body).toEqual({ deletedCount: 1 });
    expect((await enrollmentsOf(ada)).body).toHaveLength(1);
  });

  it('is for admins, of published classes, with a reason', async () => {
    for (const person of [teacher, await createStudent(app)])
      expect((await withdraw(classId, person)).status).toBe(403);
    for (const reason of ['', ' ', 'x'.repeat(501)]) {
      const { status, body } = await withdraw(classId, admin, reason);
      expect(status).toBe(400);
      expect(body.error.fields).toHaveProperty('reason');
    }
    const pending = await addClass(app, teacher);
    const refused = await withdraw(pending);
    expect(refused.status).toBe(409);
    expect(refused.body.error.code).toBe('not_published');
    expect((await withdraw(randomUUID())).status).toBe(404);
    expect((await withdraw('mistyped')).status).toBe(400);
    const statuses = (await Promise.all([withdraw(classId), withdraw(classId)])).map(({ status }) => status);
    expect(statuses.sort()).toEqual([200, 409]);
  });
});

describe('a class that is withdrawn while somebody pays', () => {
  const offer = () => ({ _id: classId, price: 19.5 });

  it('refunds a buyer who pays an open intent, and enrolls nobody', async () => {
    const ada = await createStudent(app);
    const { clientSecret } = (await openIntent(app, ada, offer())).body;
    await withdraw(classId);
    await confirmCard(app, clientSecret, 'pm_card_visa');
    const transactionId = clientSecret.split('_secret_')[0] as string;
    const { status, body } = await app.call('POST', '/payments', {
      body: { transactionId },
      token: ada.token,
    });
    expect(status).toBe(409);
    expect(body.error.code).toBe('payment_refunded');
    expect((await enrollmentsOf(ada)).body).toEqual([]);
    expect((await paymentsOf(ada)).body).toMatchObject([
      { transactionId, state: 'refunded', refunded: 19.5 },
    ]);
  });

  it('either enrolls or refunds a buyer who pays at the same time', async () => {
    const buyers = await Promise.all(Array.from({ length: 4 }, () => createStudent(app)));
    const secrets = await Promise.all(
      buyers.map(async (buyer) => (await openIntent(app, buyer, offer())).body.clientSecret as string),
    );
    for (const secret of secrets) await confirmCard(app, secret, 'pm_card_visa');
    const report = (index: number) =>
      app.call('POST', '/payments', {
        body: { transactionId: secrets[index]!.split('_secret_')[0] },
        token: buyers[index]!.token,
      });
    await Promise.all([report(0), report(1), withdraw(classId), report(2), report(3)]);
    for (const buyer of buyers) {
      const enrolled = (await enrollmentsOf(buyer)).body.length as number;
      const [payment] = (await paymentsOf(buyer)).body;
      expect(payment.state).toBe(enrolled === 1 ? 'paid' : 'refunded');
    }
  });

  it('opens no intent, and no free enrollment', async () => {
    const ada = await createStudent(app);
    const free = await publishClass(app, teacher, admin, { price: 0 });
    await withdraw(classId);
    await withdraw(free);
    expect((await openIntent(app, ada, offer())).status).toBe(404);
    expect((await app.call('POST', `/classes/${free}/enrollment`, { token: ada.token })).status).toBe(404);
  });
});
