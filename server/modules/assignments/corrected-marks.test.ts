import { drizzle } from 'drizzle-orm/node-postgres';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { NOTIFICATIONS } from '#server/database/topics.ts';
import { announceTopic } from '#tests/support/announce-topic.ts';
import { Course } from '#tests/support/certificates.ts';
import { emailsDelivered } from '#tests/support/emails.ts';
import { createInterruption } from '#tests/support/interruption.ts';
import { type MailServer, startMailServer } from '#tests/support/mail-server.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import type { TestUser } from '#tests/support/users.ts';
import { sendCorrections } from '../notifications/corrections.ts';

let mail: MailServer;
let app: TestApp;
let course: Course;
let student: TestUser & { transactionId: string };
let submission: string;
const interruption = createInterruption(/was graded$/);

beforeAll(async () => {
  mail = await startMailServer({
    onMessage: interruption.onMessage,
  });
  app = await startTestApp({ SMTP_URL: mail.url, MAIL_RATE: '1000' });
  course = await Course.create(app);
});
afterAll(async () => {
  await app.close();
  await mail.close();
});
beforeEach(async () => {
  await course.renew();
  student = await course.enroll();
  await app.pool.query(`update identity."user" set email_verified = true where email = $1`, [student.email]);
  submission = await course.submit(student);
});

const emails = async () => {
  await emailsDelivered(app);
  return mail.to(student.email).filter(({ subject }) => /was graded$/.test(subject ?? ''));
};
const sendLater = async () => {
  await sendCorrections(drizzle(app.pool) as never);
  await announceTopic(app.pool, NOTIFICATIONS);
  return emails();
};
const pass = (minutes: number) =>
  app.pool.query(
    `update notifications set created_at = created_at - make_interval(mins => $1) where kind = 'submission graded'`,
    [minutes],
  );
const endHour = () => app.pool.query(`update rate_limits set expire = 0 where key like 'hourly:%'`);
const marksIn = ({ text }: { text?: string }): string => /(\d+) of 10 marks/.exec(text ?? '')![1]!;

it('are emailed again an hour after the last correction, so that no email with wrong marks is the last', async () => {
  await course.mark(submission, 8);
  expect(await emails()).toHaveLength(1);
  await course.mark(submission, 7);
  await course.mark(submission, 4);
  expect(await sendLater()).toHaveLength(1);
  await pass(61);
  const sent = await sendLater();
  expect(sent.map(marksIn)).toEqual(['8', '4']);
  expect(sent[1]!.text).toContain('You need 5 to pass.');
  // Mail servers take emails with the same id for copies.
  expect(new Set(sent.map(({ messageId }) => messageId)).size).toBe(2);
  expect(await sendLater()).toHaveLength(2);
});

it('are emailed at once after the hour, instead of a correction that still waits', async () => {
  await course.mark(submission, 8);
  expect(await emails()).toHaveLength(1);
  await course.mark(submission, 7);
  await endHour();
  await course.mark(submission, 6);
  expect((await emails()).map(marksIn)).toEqual(['8', '6']);
  await pass(61);
  expect(await sendLater()).toHaveLength(2);
});

it('are not emailed any more if the student has replaced the work', async () => {
  await course.mark(submission, 3);
  expect(await emails()).toHaveLength(1);
  await course.mark(submission, 4);
  await course.submit(student);
  await pass(61);
  expect((await sendLater()).map(marksIn)).toEqual(['3']);
});

it('are emailed later if they are corrected while the email is being sent', async () => {
  interruption.once(async () => {
    await course.mark(submission, 4);
  });
  await course.mark(submission, 8);
  expect((await emails()).map(marksIn)).toEqual(['8']);
  await pass(61);
  expect((await sendLater()).map(marksIn)).toEqual(['8', '4']);
});

it('are not emailed any more once a refund has ended the enrollment', async () => {
  await course.mark(submission, 3);
  expect(await emails()).toHaveLength(1);
  await course.mark(submission, 4);
  await course.refund(student.transactionId);
  await pass(61);
  expect((await sendLater()).map(marksIn)).toEqual(['3']);
});

it('of new work are emailed at once, also within the hour', async () => {
  await course.mark(submission, 3);
  expect(await emails()).toHaveLength(1);
  await course.mark(await course.submit(student), 9);
  expect((await emails()).map(marksIn)).toEqual(['3', '9']);
});

it('stay in the notification with the comment when the student submits again', async () => {
  const body = { marks: 3, comment: 'The legs are uneven' };
  await app.call('PATCH', `/submissions/${submission}`, { token: course.teacher.token, body });
  await course.submit(student);
  const { body: told } = await app.call('GET', '/notifications', { token: student.token });
  expect(told).toContainEqual(
    expect.objectContaining({ kind: 'submission graded', quote: 'The legs are uneven' }),
  );
});

it('are listed as current until they are replaced: by later marks, or because the student submits again', async () => {
  const listed = async (query = '') => {
    const path = `/notifications?kinds=${encodeURIComponent('submission graded')}${query}`;
    const { body } = await app.call('GET', path, { token: student.token });
    return (body as { text: string }[]).map(marksIn);
  };
  const current = () => listed('&current=yes');
  await course.mark(submission, 2);
  await course.mark(submission, 3);
  expect(await current()).toEqual(['3']);
  await endHour();
  await course.mark(submission, 4);
  expect(await listed()).toEqual(['4', '3']);
  expect(await current()).toEqual(['4']);
  await course.submit(student);
  expect(await current()).toEqual([]);
  await course.mark(submission, 4);
  expect(await listed()).toEqual(['4', '4', '3']);
  expect(await current()).toEqual(['4']);
});
