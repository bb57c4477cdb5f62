import { drizzle } from 'drizzle-orm/node-postgres';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { endOfDay } from '#contract/deadline.ts';
import { NOTIFICATIONS } from '#server/database/topics.ts';
import { announceTopic } from '#tests/support/announce-topic.ts';
import { userIdOf } from '#tests/support/books.ts';
import { Course } from '#tests/support/certificates.ts';
import { dayFromNow } from '#tests/support/days.ts';
import { emailsDelivered } from '#tests/support/emails.ts';
import { createInterruption } from '#tests/support/interruption.ts';
import { type MailServer, smtpError, startMailServer } from '#tests/support/mail-server.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import type { TestUser } from '#tests/support/users.ts';
import { sendCorrections } from '../notifications/corrections.ts';
import { notifyOfDeadlines } from './notify-of-assignments.ts';

let mail: MailServer;
let app: TestApp;
let course: Course;
let student: TestUser & { transactionId: string };
let isMailServerBusy = false;
const interruption = createInterruption(/^New assignment/);

beforeAll(async () => {
  mail = await startMailServer({
    onRecipient: () => {
      if (isMailServerBusy) throw smtpError(451, 'Try again later');
    },
    onMessage: interruption.onMessage,
  });
  app = await startTestApp({ SMTP_URL: mail.url, MAIL_RATE: '1000' });
  course = await Course.create(app);
});
afterAll(async () => {
  await app.close();
  await mail.close();
});
/** The deadline is in 30 days. Its email is sent when somebody waits for it. */
beforeEach(async () => {
  isMailServerBusy = false;
  await course.renew({ assignment: false });
  student = await course.enroll();
  await app.pool.query(`update identity."user" set email_verified = true where email = $1`, [student.email]);
});

const db = () => drizzle(app.pool) as never;
const move = (days: number) => course.setAssignment({ date: dayFromNow(days) });

/** The deadlines in a student's bell, as days, by the kind of notification. */
const bell = async (kind: string, { token }: TestUser = student) => {
  const { body } = await app.call('GET', `/notifications?kinds=${kind}`, { token });
  return (body as { deadline: string; read: boolean }[]).map(({ deadline, read }) => ({ deadline, read }));
};
const due = (days: number, read = false) => ({
  deadline: endOfDay(dayFromNow(days), 'UTC').toISOString(),
  read,
});
const readAll = () => app.call('PATCH', '/notifications/read', { body: { ids: null }, token: student.token });

/** The deadlines in emails with this subject. */
const emailed = async (subject: RegExp) => {
  await emailsDelivered(app);
  return mail
    .to(student.email)
    .filter((message) => subject.test(message.subject ?? ''))
    .map(({ text }) => /due by the end of (.+ \d+)/.exec(text!)![1]!)
    .map((day) => Date.parse(`${day} UTC`))
    .map((day) => Math.round((day - Date.parse(dayFromNow(0))) / 86_400_000));
};
const ASSIGNED = /^New assignment/;
const MOVED = /^The deadline of .* was moved$/;

/** Lets time pass, after which corrections are sent. */
const sendLater = async (minutes = 61) => {
  await app.pool.query(
    `update notifications set created_at = created_at - make_interval(mins => $1)
      where kind in ('new assignment', 'deadline moved')`,
    [minutes],
  );
  await sendCorrections(db());
  await announceTopic(app.pool, NOTIFICATIONS);
};

it('an earlier deadline is told at once in the bell, and in one email an hour after the last move', async () => {
  await move(30);
  expect(await emailed(ASSIGNED)).toEqual([30]);
  await readAll();
  for (const days of [20, 10]) expect((await move(days)).status).toBe(200);
  await move(10);
  expect(await bell('new assignment')).toEqual([due(10, true)]);
  expect(await bell('deadline moved')).toEqual([due(10)]);
  await sendLater(30);
  expect(await emailed(MOVED)).toEqual([]);
  await sendLater();
  expect(await emailed(MOVED)).toEqual([10]);
  await readAll();
  await move(5);
  expect(await bell('deadline moved')).toEqual([due(5)]);
  await sendLater();
  await sendLater();
  expect(await emailed(MOVED)).toEqual([10, 5]);
});

it('a later deadline is corrected in the bell without another notification, as is a move that is undone', async () => {
  await move(30);
  await emailed(ASSIGNED);
  await readAll();
  await move(40);
  expect(await bell('new assignment')).toEqual([due(40, true)]);
  await move(20);
  await move(40);
  expect(await bell('deadline moved')).toEqual([]);
  await sendLater();
  expect(await emailed(MOVED)).toEqual([]);
});

it('an email that was not sent yet has the last deadline, and is the only one', async () => {
  isMailServerBusy = true;
  await move(30);
  const refused = async () => {
    const { rows } = await app.pool.query<{ email: string }>(
      `select email from notifications
        where kind = 'new assignment' and attempts > 0 and user_id = (select id from users where email = $1)`,
      [student.email],
    );
    return rows;
  };
  await expect.poll(refused).toEqual([{ email: 'queued' }]);
  await readAll();
  for (const days of [20, 10]) await move(days);
  expect(await bell('new assignment')).toEqual([due(10)]);
  isMailServerBusy = false;
  await app.pool.query("update pgboss.job set start_after = now() where name = 'emails' and state = 'retry'");
  await announceTopic(app.pool, NOTIFICATIONS);
  expect(await emailed(ASSIGNED)).toEqual([10]);
  await sendLater();
  expect([await emailed(ASSIGNED), await emailed(MOVED)]).toEqual([[10], []]);
  expect(await bell('deadline moved')).toEqual([]);
});

it('a deadline that moves while the email is being sent is emailed again', async () => {
  interruption.once(() => move(10));
  await move(30);
  expect(await emailed(ASSIGNED)).toEqual([30]);
  await sendLater();
  expect(await emailed(ASSIGNED)).toEqual([30, 10]);
});

it('students who have submitted are told as long as they have not passed', async () => {
  await move(30);
  await emailed(ASSIGNED);
  const submission = await course.submit(student);
  await move(20);
  expect(await bell('deadline moved')).toEqual([due(20)]);
  const passed = await course.enroll();
  await course.mark(await course.submit(passed), 9);
  await course.mark(submission, 2);
  await move(10);
  expect(await bell('deadline moved')).toEqual([due(10)]);
  expect(await bell('deadline moved', passed)).toEqual([]);
});

it('a reminder is shown for the present deadline only, and not after the move that it would repeat', async () => {
  const remind = () => notifyOfDeadlines(db());
  await move(1);
  await emailed(ASSIGNED);
  await app.pool.query(`update assignments set created_at = now() - interval '9 days' where class_id = $1`, [
    course.classId,
  ]);
  await remind();
  expect(await bell('deadline near')).toEqual([due(1)]);
  await move(9);
  expect(await bell('deadline near')).toEqual([]);
  await move(1);
  expect(await bell('deadline near')).toEqual([due(1)]);
  await move(0);
  await remind();
  expect(await bell('deadline near')).toEqual([]);
  expect(await bell('deadline moved')).toEqual([due(0)]);
});

it('nobody is reminded of work that is no longer graded', async () => {
  const leaving = await Course.create(app);
  await leaving.renew();
  const ada = await leaving.enroll();
  await app.call('DELETE', `/users/${await userIdOf(app.pool, leaving.teacher)}`, {
    token: leaving.admin.token,
  });
  await notifyOfDeadlines(db(), new Date(Date.parse(due(30).deadline) - 47 * 3_600_000));
  expect(await bell('deadline near', ada)).toEqual([]);
});
