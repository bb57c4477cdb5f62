import { Pool } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { migratedDatabase } from '#tests/support/empty-database.ts';
import { type MailServer, smtpError, startMailServer } from '#tests/support/mail-server.ts';
import { runCommand } from '#tests/support/run-command.ts';
import { REAL_SITE, startTestServer } from '#tests/support/start-test-server.ts';
import { attachTestApp, type TestApp } from '#tests/support/test-app.ts';

const PASSWORD = 'a good password of the owner';
const OWNER = 'owner@example.test';

let mail: MailServer;
let app: TestApp;

beforeAll(async () => {
  mail = await startMailServer({
    onRecipient: () => {
      throw smtpError(550, 'No such mailbox');
    },
  });
  const databaseUrl = await migratedDatabase();
  const server = await startTestServer(databaseUrl, { ...REAL_SITE, SMTP_URL: mail.url });
  app = attachTestApp(server, { databaseUrl, pool: new Pool({ connectionString: databaseUrl }) });
});
afterAll(async () => {
  await app.pool.end();
  await app.close();
  await mail.close();
});

const setUp = (email: string) => {
  const token = new URL(app.server.setupUrl!).searchParams.get('token')!;
  return app.call('POST', '/setup', { body: { token, email, name: 'Olga Owner' } });
};
const setPassword = (link: string) =>
  app.call('POST', '/auth/reset-password', {
    body: { newPassword: PASSWORD, token: new URL(link).searchParams.get('token') },
  });
const runAdmin = (...args: string[]) => runCommand('admin', args, app.databaseUrl, { BASE_URL: app.url });

const admins = async (): Promise<string[]> => {
  const { rows } = await app.pool.query<{ email: string }>(
    "select email from users where role = 'admin' and deleted_at is null order by email",
  );
  return rows.map(({ email }) => email);
};

it('an address is no admin once another one is entered, keeps no account, and can be registered', async () => {
  const mistyped = await setUp('me@exmaple.test');
  const right = await setUp(OWNER);
  expect([mistyped.status, right.status]).toEqual([200, 200]);
  expect(await admins()).toEqual([OWNER]);
  const { rows } = await app.pool.query('select action, details from audit_trail order by id');
  expect(rows).toEqual([
    { action: 'user promoted', details: { reason: 'Setup of the site' } },
    { action: 'user deleted', details: { reason: 'Another address was entered for the first admin' } },
    { action: 'user promoted', details: { reason: 'Setup of the site' } },
  ]);
  expect((await setPassword(mistyped.body.link)).status).toBe(400);
  const body = { email: 'me@exmaple.test', name: 'Stranger', password: PASSWORD };
  expect((await app.call('POST', '/auth/sign-up/email', { body })).status).toBe(200);
});

it('one admin is left if several addresses are entered concurrently', async () => {
  const responses = await Promise.all(['a', 'b', 'c'].map((name) => setUp(`${name}@example.test`)));
  for (const { status } of responses) expect([200, 404]).toContain(status);
  expect(await admins()).toHaveLength(1);
});

it('either the mistyped address is claimed, and nobody else becomes admin, or it is deleted', async () => {
  const mistyped = await setUp('raced@example.test');
  const [claimed, next] = await Promise.all([setPassword(mistyped.body.link), setUp('next@example.test')]);
  expect(await admins()).toEqual([claimed.status === 200 ? 'raced@example.test' : 'next@example.test']);
  expect(next.status).toBe(claimed.status === 200 ? 410 : 200);
  // The site is new again for the next test.
  await app.pool.query("delete from identity.user where email = 'raced@example.test'");
  await app.pool.query("update users set deleted_at = now() where email = 'raced@example.test'");
});

it('an address that was entered at an earlier version, which recorded no reason, is no admin either', async () => {
  await setUp('before@example.test');
  await app.pool.query(
    "update audit_trail set details = '{}' where subject_id = (select id::text from users where email = 'before@example.test')",
  );
  expect((await setUp('after@example.test')).status).toBe(200);
  expect(await admins()).toEqual(['after@example.test']);
});

it('an admin whom an operator names by command replaces that of the setup, and stays', async () => {
  await setUp('typo@example.test');
  const named = await runAdmin('named@example.test', '--create');
  expect(named.output).toContain(
    'The account of typo@example.test, which nobody has claimed since the setup, was deleted',
  );
  await setUp('meant@example.test');
  expect((await runAdmin('meant@example.test')).output).toContain('meant@example.test is an admin now');
  expect((await runAdmin('meant@example.test')).output).toContain('is already an admin');
  const { body } = await setUp(OWNER);
  expect(await admins()).toEqual(['meant@example.test', 'named@example.test', OWNER]);
  expect((await setPassword(body.link)).status).toBe(200);
});

it('an admin whose account nobody has claimed is not notified', async () => {
  const notified = async () => {
    const { rows } = await app.pool.query(
      "select u.email from notifications n join users u on u.id = n.user_id where n.kind = 'attention'",
    );
    return rows;
  };
  // The notice of the new password is refused.
  await expect.poll(notified).toEqual([{ email: OWNER }]);
});
