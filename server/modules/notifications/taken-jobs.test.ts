import { afterAll, beforeAll, expect, it } from 'vitest';
import { type MailServer, startMailServer } from '#tests/support/mail-server.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { createStudent } from '#tests/support/users.ts';

let mail: MailServer;
let app: TestApp;
/** The mail server waits for this before it accepts a recipient. */
let held: Promise<void> | undefined;

beforeAll(async () => {
  mail = await startMailServer({ onRecipient: () => held });
  app = await startTestApp({ SMTP_URL: mail.url, MAIL_RATE: '1000' });
});
afterAll(async () => {
  await app.close();
  await mail.close();
});

it('an email is taken only when it can be sent soon, so that no other server takes it over meanwhile', async () => {
  const student = await createStudent(app);
  const emailed = async () =>
    (await app.pool.query("select from notifications where email in ('waiting', 'queued')")).rowCount;
  await expect.poll(emailed).toBe(0);
  let release = () => {};
  held = new Promise((resolve) => (release = resolve));
  await app.pool.query(
    `insert into notifications (user_id, kind, subject, data)
     select u.id, 'notice', 'many ' || n, '{"subject": "Many", "greeting": "Hello", "paragraphs": []}'
       from users u, generate_series(1, 60) n where u.email = $1`,
    [student.email],
  );
  const countJobs = async () => {
    const { rows } = await app.pool.query<{ taken: number; left: number }>(
      `select count(*) filter (where state = 'active')::int as taken,
              count(*) filter (where state = 'created')::int as left
         from pgboss.job where name = 'emails'`,
    );
    return rows[0]!;
  };
  await expect.poll(async () => (await countJobs()).taken).toBeGreaterThan(0);
  const { taken, left } = await countJobs();
  expect(taken).toBeLessThanOrEqual(25);
  expect(taken + left).toBe(60);
  release();
  await expect.poll(emailed).toBe(0);
  expect(mail.to(student.email).filter(({ subject }) => subject === 'Many')).toHaveLength(60);
});
