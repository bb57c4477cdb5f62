import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { emailsTo } from '#tests/support/emails.ts';
import { emptyDatabase } from '#tests/support/empty-database.ts';
import { createStudent, createTeacher, signIn, signInAs, type TestUser } from '#tests/support/users.ts';
import { runCommand } from '#tests/support/run-command.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { codeFor } from '#tests/support/totp.ts';
import { PASSWORD } from '#tests/support/password.ts';

let app: TestApp;
let admin: TestUser;

beforeAll(async () => {
  app = await startTestApp();
  admin = await signInAs(app, 'Admin');
});
afterAll(() => app.close());

const runAdmin = (...args: string[]) => runCommand('admin', args, app.databaseUrl, { BASE_URL: app.url });
const refused = (message: RegExp | string) => ({ code: 1, output: expect.stringMatching(message) });
const done = (message: RegExp | string) => ({ code: 0, output: expect.stringMatching(message) });

const isAdmin = async ({ email, token }: TestUser) =>
  (await app.call('GET', `/users/admin/${email}`, { token })).body.admin as boolean;
const newestEntry = async () => (await app.call('GET', '/audit?limit=1', { token: admin.token })).body[0];

describe('npm run admin', () => {
  it('makes a user an admin while the server runs, starting with their next call', async () => {
    const ada = await createStudent(app, { name: 'Ada', isConfirmed: true });
    expect(await isAdmin(ada)).toBe(false);
    expect(await runAdmin(ada.email.toUpperCase())).toEqual(done(`^${ada.email} is an admin now.*\n$`));
    expect(await isAdmin(ada)).toBe(true);
    expect(await newestEntry()).toMatchObject({
      action: 'user promoted',
      subject: 'Ada',
      actor: { name: 'Command line', email: '' },
    });
    expect(await runAdmin(ada.email)).toEqual(done('is already an admin'));
  });

  it('finds a user whose registration stopped halfway', async () => {
    const email = 'halfway@example.test';
    const body = { email, name: 'Halfway', password: PASSWORD };
    await app.call('POST', '/auth/sign-up/email', { body });
    await app.pool.query('update identity.user set email_verified = true where email = $1', [email]);
    expect(await runAdmin(email)).toEqual(done('is an admin now'));
    expect(await isAdmin(await signIn(app, email, PASSWORD))).toBe(true);
  });

  it.each([[], ['--create']])(
    'does not make a stranger an admin who registered with the address (%j)',
    async (...options) => {
      const stranger = await createStudent(app);
      const { email } = stranger;
      expect(await runAdmin(email, ...options)).toEqual(
        refused(/^The address \S+ was never confirmed, so the account may be a stranger's: .*\n$/),
      );
      expect(await isAdmin(stranger)).toBe(false);

      const { output } = await runAdmin(email, '--password-link');
      const token = new URL(/http\S+/.exec(output)![0]).searchParams.get('token');
      const body = { newPassword: 'The owner chose this one', token };
      expect((await app.call('POST', '/auth/reset-password', { body })).status).toBe(200);
      expect(await runAdmin(email)).toEqual(done('is an admin now'));
      expect((await app.call('GET', '/users', { token: stranger.token })).status).toBe(401);
      expect(await isAdmin(await signIn(app, email, body.newPassword))).toBe(true);
    },
  );

  it('does not mistake the user of another account for the one with the address', async () => {
    const other = await createStudent(app);
    const email = 'disputed@example.test';
    await app.call('POST', '/auth/sign-up/email', { body: { email, name: 'Disputed', password: PASSWORD } });
    await app.pool.query('update users set email = $2 where email = $1', [other.email, email]);
    expect(await runAdmin(email)).toEqual(refused(/^Another user is on record with the address .*\n$/));
    expect(await isAdmin(other)).toBe(false);
  });

  it('revokes the admin role, except of the last admin; a former teacher is a teacher again', async () => {
    const eve = await createTeacher(app, { isConfirmed: true });
    await runAdmin(eve.email);
    expect(await runAdmin(eve.email, '--revoke')).toEqual(done('is no longer an admin'));
    expect(await isAdmin(eve)).toBe(false);
    const { body } = await app.call('GET', `/teacher-req/teacher/${eve.email}`, { token: eve.token });
    expect(body).toEqual({ teacher: true });
    expect(await newestEntry()).toMatchObject({ action: 'admin revoked', subject: eve.name });
    expect((await emailsTo(app, eve.email))[0]).toContain('You are no longer an admin');
    expect(await runAdmin(eve.email, '--revoke')).toEqual(done('is not an admin, nothing was changed'));
    await app.pool.query("update users set role = null where role = 'admin' and email <> $1", [admin.email]);
    expect(await runAdmin(admin.email, '--revoke')).toEqual(refused(/^This is the last admin.*\n$/));
    expect(await isAdmin(admin)).toBe(true);
  });

  it('removes a lost second factor and signs its owner out', async () => {
    const zoe = await createStudent(app, { name: 'Zoe' });
    const sent = { cookie: zoe.cookie };
    const { body } = await app.call('POST', '/auth/two-factor/enable', {
      ...sent,
      body: { password: PASSWORD },
    });
    const code = codeFor(body.totpURI as string);
    const verified = await app.call('POST', '/auth/two-factor/verify-totp', { ...sent, body: { code } });
    expect(verified.status).toBe(200);
    await expect(signIn(app, zoe.email, PASSWORD)).rejects.toThrow();
    expect(await runAdmin(zoe.email, '--reset-second-factor')).toEqual(done('second factor .* was removed'));
    expect(await newestEntry()).toMatchObject({ action: 'second factor reset', subject: 'Zoe' });
    expect((await emailsTo(app, zoe.email))[0]).toContain('Two-factor authentication was reset');
    const { rows } = await app.pool.query(
      'select from identity.session s join identity.user u on u.id = s.user_id where u.email = $1',
      [zoe.email],
    );
    expect(rows).toEqual([]);
    expect((await signIn(app, zoe.email, PASSWORD)).email).toBe(zoe.email);
    expect(await runAdmin(zoe.email, '--reset-second-factor')).toEqual(done('has no second factor'));
  });

  it('creates an account, for which a link sets the password once', async () => {
    const email = 'owner@example.test';
    const { code, output } = await runAdmin(email, '--create');
    expect(code, output).toBe(0);
    const link = new URL(/http\S+/.exec(output)![0]);
    expect(link.href).toContain(`${app.url}/login/reset?token=`);
    const body = { newPassword: PASSWORD, token: link.searchParams.get('token') };
    expect((await app.call('POST', '/auth/reset-password', { body })).status).toBe(200);
    expect((await app.call('POST', '/auth/reset-password', { body })).status).toBe(400);
    expect(await isAdmin(await signIn(app, email, PASSWORD))).toBe(true);
    expect(await runAdmin(email, '--password-link')).toEqual(done(/login\/reset\?token=/));
  });

  it('reports an error in one line, and changes nothing', async () => {
    expect(await runAdmin('nobody@example.test')).toEqual(
      refused(/^There is no account with the address nobody@example\.test: .* add --create\n$/),
    );
    expect(await runAdmin()).toEqual(refused(/^Usage: npm run admin .*\n$/));
    expect(await runAdmin(admin.email, '--create', '--revoke')).toEqual(refused(/^Usage: npm run admin/));
    expect(await runAdmin(admin.email, '--reset')).toEqual(refused(/^Unknown option '--reset'.*\n$/));
    expect(await runAdmin('nobody')).toEqual(refused(/^nobody is not an email address\n$/));
    const variables = { DEMO: 'off', BASE_URL: '' };
    expect(await runCommand('admin', ['new@example.test', '--create'], app.databaseUrl, variables)).toEqual(
      refused(/^Set BASE_URL .*\n$/),
    );
    const { rows } = await app.pool.query("select from identity.user where email like 'n%@example.test'");
    expect(rows).toEqual([]);
    expect(await runCommand('admin', [admin.email], await emptyDatabase())).toEqual(
      refused(/^The database has not been migrated to this version yet: start the site once.*\n$/),
    );
  });
});
