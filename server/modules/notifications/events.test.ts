import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { formatLongUtcDate } from '#contract/format-date.ts';
import { NOTIFICATIONS } from '#server/database/topics.ts';
import { announceTopic } from '#tests/support/announce-topic.ts';
import { paymentIdOf } from '#tests/support/books.ts';
import { approveChange, proposeChange, rejectChange } from '#tests/support/class-changes.ts';
import { addClass, approveClass, buyClass, publishClass } from '#tests/support/classes.ts';
import { dayFromNow } from '#tests/support/days.ts';
import { emailsDelivered } from '#tests/support/emails.ts';
import { type MailServer, startMailServer } from '#tests/support/mail-server.ts';
import { findOffer, payFor } from '#tests/support/payments.ts';
import { approveTeacher, requestToTeach } from '#tests/support/teacher-requests.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { createStudent, createTeacher, register, signInAs, type TestUser } from '#tests/support/users.ts';
import { createStripe } from '#server/stripe/client.ts';
import { cardSandboxSettings } from '#server/start-sandboxes.ts';
import { TEST_SECRET } from '#tests/support/start-test-server.ts';
import { changeRequested } from '../payments/refunds/refunds.repository.ts';
import { notifyOfDeadlines } from '../assignments/notify-of-assignments.ts';
import { collectSales } from './collect-sales.ts';
import { drizzle } from 'drizzle-orm/node-postgres';

/** Unconfirmed addresses receive only some of the emails. */
const CONFIRMED = { isConfirmed: true };
const DUE = dayFromNow(30);
const DUE_TEXT = new RegExp(formatLongUtcDate(new Date(DUE)));
/** The moment so many hours before the end of the due day. */
const beforeEnd = (hours: number): Date => new Date(Date.parse(DUE) + (24 - hours) * 3_600_000);
let mail: MailServer;
let app: TestApp;
let admin: TestUser;
let teacher: TestUser;
let student: TestUser;
let classId: string;

type Told = Record<'kind' | 'title' | 'text' | 'path', string>;

const notificationsOf = async ({ token }: TestUser, kind: string): Promise<Told[]> => {
  const { body } = await app.call('GET', '/notifications', { token });
  return (body as Told[]).filter((one) => one.kind === kind);
};

/** The emails to a user whose subject contains these words. */
const emailed = async ({ email }: TestUser, subject: RegExp) => {
  await emailsDelivered(app);
  return mail.to(email).filter((message) => subject.test(message.subject ?? ''));
};

/** A user is notified once in the product and once by email. */
const expectNotified = async (user: TestUser, kind: string, subject: RegExp, text: RegExp, path: string) => {
  const [notification, ...others] = await notificationsOf(user, kind);
  expect(others).toEqual([]);
  expect(notification).toMatchObject({ path });
  expect(notification!.title.replace(/[\u2066-\u2069]/g, '')).toMatch(subject);
  const [email, ...copies] = await emailed(user, subject);
  expect(copies).toEqual([]);
  expect(email!.text!.replace(/[\u2066-\u2069]/g, '')).toMatch(text);
  expect(email!.html).toContain('ClassHarbor');
  return email!;
};

beforeAll(async () => {
  mail = await startMailServer();
  app = await startTestApp({ SMTP_URL: mail.url, MAIL_RATE: '1000' });
  admin = await signInAs(app, 'Admin');
  teacher = await createTeacher(app, CONFIRMED);
  student = await createStudent(app, CONFIRMED);
  classId = await publishClass(app, teacher, admin);
});
afterAll(async () => {
  await app.close();
  await mail.close();
});

describe('users are notified of', () => {
  it('their new account, and confirm their address', async () => {
    const ada = await register(app);
    await app.call('POST', '/users', { body: { email: ada.email, name: ada.name }, cookie: ada.cookie });
    expect(await notificationsOf(ada, 'welcome')).toMatchObject([{ title: 'Welcome', path: '/allClasses' }]);
    await expect.poll(() => mail.to(ada.email).length).toBe(1);
    const [confirmation] = await emailed(ada, /^Confirm your email address$/);
    expect(confirmation!.text).toMatch(/\/dashboard\/emailLink\?token=/);
  });

  it('their new account by email as well, where a provider has confirmed the address', async () => {
    const ada = await createStudent(app, CONFIRMED);
    await app.pool.query('delete from users where email = $1', [ada.email]);
    for (let times = 0; times < 2; times += 1)
      await app.call('POST', '/users', { body: { email: ada.email, name: ada.name }, cookie: ada.cookie });
    await expectNotified(ada, 'welcome', /^Welcome$/, /Your account is ready/, '/allClasses');
  });

  it('the receipt of a payment, which the provider reports twice', async () => {
    const ada = await createStudent(app, CONFIRMED);
    const transactionId = await buyClass(app, ada, classId);
    await app.call('POST', '/payments', { body: { transactionId }, token: ada.token });
    const path = `/dashboard/receipt/${await paymentIdOf(app.pool, transactionId)}`;
    const email = await expectNotified(ada, 'receipt', /^Receipt for/, /Paid\s+19\.50\$/, path);
    expect(email.text).toContain(app.url + path);
    const help = new URL(/\S+\/contacts\S+/.exec(email.text!)![0]);
    expect(help.origin).toBe(app.url);
    expect(help.searchParams.get('message')).toMatch(
      /^I have a problem with this payment:\nClass: .+\nDate: \w+ \d+, \d+\nReceipt: \S+\n\n$/,
    );
  });

  it('a sale: the teacher at once in the product, and in a daily digest by email', async () => {
    const ben = await createTeacher(app, CONFIRMED);
    const id = await publishClass(app, ben, admin, { title: 'Sold twice' });
    await buyClass(app, await createStudent(app, CONFIRMED), id);
    await buyClass(app, await createStudent(app, CONFIRMED), id);
    expect(await notificationsOf(ben, 'sale')).toHaveLength(2);
    expect(await emailed(ben, /new student/)).toEqual([]);
    await app.pool.query(
      // On the same day, even if it has ended between the two sales or the clocks have changed.
      "update notifications set created_at = now() - interval '24 hours' where kind = 'sale'",
    );
    for (const times of [1, 2]) {
      await drizzle(app.pool).transaction((trx) => collectSales(trx as never));
      await announceTopic(app.pool, NOTIFICATIONS);
      expect(await emailed(ben, /^2 new students on/), `after ${times}`).toHaveLength(1);
    }
    const [digest] = await emailed(ben, /^2 new students on/);
    expect(digest!.text).toMatch(/Sold twice\s+2 × · 39\$/);
  });

  it('a student who left, or got the money back: the teacher, in the product only', async () => {
    const ben = await createTeacher(app, CONFIRMED);
    const id = await publishClass(app, ben, admin, { title: 'Given up' });
    const payment = await paymentIdOf(app.pool, await buyClass(app, await createStudent(app), id));
    const body = { reason: 'As asked' };
    await app.call('POST', `/payments/${payment}/refund`, { body, token: admin.token });
    const [told, ...more] = await notificationsOf(ben, 'student left');
    expect(more).toEqual([]);
    expect(told).toMatchObject({ path: `/dashboard/classStudents/${id}` });
    expect(told!.text).toMatch(/got the money back/);
    expect(await emailed(ben, /left/)).toEqual([]);
  });

  it('a refund, and the reason', async () => {
    const ada = await createStudent(app, CONFIRMED);
    const id = await paymentIdOf(app.pool, await buyClass(app, ada, classId));
    await app.call('POST', `/payments/${id}/refund`, {
      body: { reason: 'As you asked' },
      token: admin.token,
    });
    const path = `/dashboard/receipt/${id}`;
    await expectNotified(
      ada,
      'refund',
      /^Refund for/,
      /19\.50\$ of your payment[\s\S]*As you asked[\s\S]*no longer enrolled/,
      path,
    );
  });

  it('a refund that failed: the payer and the admins', async () => {
    const ada = await createStudent(app, CONFIRMED);
    const transactionId = await buyClass(app, ada, classId);
    const id = await paymentIdOf(app.pool, transactionId);
    await app.pool.query(
      "insert into refunds (payment_id, amount, status, origin, reason) values ($1, 1950, 'requested', 'admin', 'x')",
      [id],
    );
    const { rows } = await app.pool.query('select * from refunds where payment_id = $1', [id]);
    const db = drizzle(app.pool);
    for (const times of [1, 2]) {
      await db.transaction((trx) =>
        changeRequested(
          trx as never,
          { ...rows[0], paymentId: id },
          { status: 'failed', failureReason: 'No account' },
        ),
      );
      const path = `/dashboard/receipt/${id}`;
      await expectNotified(
        ada,
        'refund failed',
        /is delayed$/,
        /will contact you\. You keep access to the class in the meantime/,
        path,
      );
      expect(await notificationsOf(admin, 'attention'), `after ${times}`).toMatchObject([
        { title: 'A payment needs attention', text: expect.stringContaining('No account') },
      ]);
    }
  });

  it('their request to teach: received, rejected with the reason, and approved', async () => {
    const ada = await createStudent(app, CONFIRMED);
    const { body } = await requestToTeach(app, ada);
    await expectNotified(
      ada,
      'teacher request received',
      /^We received your request/,
      /tell you/,
      '/teacherReq',
    );
    await app.call('PATCH', `/teacher-req/reject/${body.insertedId}`, {
      body: { status: 'rejected', reason: 'Tell us more' },
      token: admin.token,
    });
    await expectNotified(ada, 'teacher request rejected', /was not approved$/, /Tell us more/, '/teacherReq');
    const ben = await createStudent(app, CONFIRMED);
    await approveTeacher(app, admin, ben);
    await expectNotified(
      ben,
      'teacher request approved',
      /^You can teach now$/,
      /approved/,
      '/dashboard/addClass',
    );
  });

  it('their class: approved, or rejected with the reason', async () => {
    const ben = await createTeacher(app, CONFIRMED);
    const good = await addClass(app, ben);
    await approveClass(app, admin, good);
    await approveClass(app, admin, good);
    await expectNotified(
      ben,
      'class approved',
      /is published$/,
      /Students can enroll/,
      `/classDetail/${good}`,
    );
    const bad = await addClass(app, ben);
    await app.call('PATCH', `/classes/reject/${bad}`, {
      body: { status: 'rejected', reason: 'No pictures' },
      token: admin.token,
    });
    const path = `/dashboard/updateClass/${bad}`;
    await expectNotified(ben, 'class rejected', /was not approved$/, /No pictures/, path);
  });

  it('a change to their class: approved, or rejected with the reason', async () => {
    const ben = await createTeacher(app, CONFIRMED);
    const id = await publishClass(app, ben, admin);
    const first = await proposeChange(app, ben, id, { title: 'A better title' });
    await approveChange(app, admin, first);
    await approveChange(app, admin, first);
    await expectNotified(
      ben,
      'class change approved',
      /^Your change to “A better title” is published$/,
      /visible to everyone/,
      `/classDetail/${id}`,
    );
    await rejectChange(app, admin, await proposeChange(app, ben, id, { price: 90 }), 'Too dear');
    const path = `/dashboard/updateClass/${id}`;
    await expectNotified(ben, 'class change rejected', /was not approved$/, /Too dear/, path);
  });

  it('an assignment, submissions on both sides, marks and a comment', async () => {
    await buyClass(app, student, classId);
    const assignment = { title: 'A chair', description: 'Build one', marks: 10, date: DUE };
    for (const title of ['A chair', 'A better chair'])
      await app.call('PATCH', `/classes/${classId}/assignments`, {
        body: { ...assignment, title },
        token: teacher.token,
      });
    const path = `/dashboard/myAssignmentTasks/${classId}`;
    await expectNotified(student, 'new assignment', /^New assignment in/, DUE_TEXT, `${path}#assignment`);
    const [told] = await notificationsOf(student, 'new assignment');
    expect(told).toMatchObject({ deadline: beforeEnd(0).toISOString() });

    const submit = (text: string) =>
      app.call('PUT', `/classes/${classId}/submission`, { body: { text }, token: student.token });
    const { body } = await submit('Done');
    const own = `${path}#own-submission`;
    await expectNotified(student, 'submission sent', /^We received your submission/, /was received/, own);
    const work = `/dashboard/teacherClassTask/${classId}`;
    await submit('Done better');
    await expectNotified(
      teacher,
      'submission received',
      /^New submission for/,
      new RegExp(student.name),
      work,
    );

    const mark = (marks: number, comment: string) =>
      app.call('PATCH', `/submissions/${body._id}`, { body: { marks, comment }, token: teacher.token });
    await mark(9, 'The legs are even');
    await expectNotified(student, 'submission graded', /was graded$/, /9 of 10[\s\S]*The legs are even/, own);
  });

  it('a deadline in two days, unless they have submitted', async () => {
    const ada = await createStudent(app, CONFIRMED);
    const id = await publishClass(app, teacher, admin, { title: 'Soon due' });
    await buyClass(app, ada, id);
    await app.call('PATCH', `/classes/${id}/assignments`, {
      body: { title: 'A table', description: 'Build one', marks: 10, date: DUE },
      token: teacher.token,
    });
    const db = drizzle(app.pool) as never;
    await notifyOfDeadlines(db, beforeEnd(49));
    expect(await notificationsOf(ada, 'deadline near')).toEqual([]);
    for (const hours of [47, 46]) await notifyOfDeadlines(db, beforeEnd(hours));
    const open = `/dashboard/myAssignmentTasks/${id}#assignment`;
    await expectNotified(ada, 'deadline near', /is due soon$/, DUE_TEXT, open);
    expect(await notificationsOf(student, 'deadline near')).toEqual([]);
  });

  it('a dispute: the admins', async () => {
    const ada = await createStudent(app, CONFIRMED);
    const transactionId = await payFor(app, ada, await findOffer(app), 'pm_card_createDispute');
    await app.call('POST', '/payments', { body: { transactionId }, token: ada.token });
    const stripe = createStripe(cardSandboxSettings(app.url, TEST_SECRET));
    const { data } = await stripe.disputes.list({ payment_intent: transactionId });
    expect(data).toHaveLength(1);
    await expect.poll(async () => (await notificationsOf(admin, 'dispute')).length).toBe(1);
    await expectNotified(
      admin,
      'dispute',
      /is disputed$/,
      /card provider’s dashboard/,
      '/dashboard/payments',
    );
  });
});
