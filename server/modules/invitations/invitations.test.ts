import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { RegistrationMode } from '#contract/registration-modes.ts';
import type { Invitation } from '#contract/registration.ts';
import { emailsTo } from '#tests/support/emails.ts';
import { whileLocked } from '#tests/support/locks.ts';
import { PASSWORD } from '#tests/support/password.ts';
import { startTestServer } from '#tests/support/start-test-server.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { signInThroughSandbox } from '#tests/support/third-party.ts';
import { cookieOf, createStudent, signIn, signInAs, type TestUser } from '#tests/support/users.ts';

let app: TestApp;
let other: Awaited<ReturnType<typeof startTestServer>>;
let admin: TestUser;
let counter = 0;

beforeAll(async () => {
  app = await startTestApp();
  other = await startTestServer(app.databaseUrl);
  admin = await signInAs(app, 'Admin');
});
afterAll(async () => {
  await other.stop();
  await app.close();
});

const nextEmail = () => `invited-${(counter += 1)}@example.test`;
const asAdmin = (method: string, path: string, body?: object) =>
  app.call(method, path, { token: admin.token, body });
const setMode = async (mode: RegistrationMode) => {
  const { version } = (await asAdmin('GET', '/site-settings')).body as { version: number };
  expect((await asAdmin('PUT', '/registration', { mode, version })).status).toBe(200);
};
const createLink = async (maxUses: number): Promise<Invitation> =>
  (await asAdmin('POST', '/invitations/links', { maxUses, days: 7 })).body as Invitation;
const tokenOf = ({ link }: Pick<Invitation, 'link'>) => new URL(link).searchParams.get('token')!;
const open = (token: string) => app.call('POST', '/invitations/opened', { body: { token } });
/** The cookie of an opened invitation. */
const opened = async (invitation: Pick<Invitation, 'link'>): Promise<string> =>
  cookieOf(await open(tokenOf(invitation)));
const signUp = (email: string, cookie?: string) =>
  app.call('POST', '/auth/sign-up/email', { body: { email, name: 'Ina', password: PASSWORD }, cookie });
const invitations = async () => (await asAdmin('GET', '/invitations')).body as Invitation[];
const find = async (id: string) => (await invitations()).find(({ _id }) => _id === id);
const accountsOf = async (pattern: string): Promise<number> =>
  (await app.pool.query('select from identity."user" where email like $1', [pattern])).rowCount ?? 0;
/** The link of the only email to an address, which either of the servers has sent. */
const emailedLink = async (email: string): Promise<string> => {
  const emails = await emailsTo(app, email, other);
  return /http\S+\/registration\/invitation\?token=[\w.-]+/.exec(emails.at(-1)!)![0];
};

describe('registration that is closed', () => {
  beforeEach(() => setMode('closed'));

  it('refuses every kind of registration, with or without an invitation', async () => {
    const invitation = await createLink(5);
    await setMode('invitation');
    const cookie = await opened(invitation);
    await setMode('closed');
    const email = nextEmail();
    for (const given of [undefined, cookie]) {
      const { status, body } = await signUp(email, given);
      expect({ status, code: body.code as string }).toEqual({ status: 403, code: 'REGISTRATION_CLOSED' });
    }
    const { page } = await signInThroughSandbox(app, { email, name: 'Ina' });
    expect(page).toContain('"code":"REGISTRATION_CLOSED"');
    expect((await open(tokenOf(invitation))).status).toBe(410);
    expect(await accountsOf(email)).toBe(0);
    expect((await app.call('POST', '/users', { body: { email } })).status).toBe(401);
  });

  it('does not reveal which addresses have an account', async () => {
    const { email } = await createStudent(app);
    expect((await signUp(email)).body).toEqual((await signUp(nextEmail())).body);
  });

  it('lets existing accounts sign in, also through a third party', async () => {
    await setMode('open');
    const email = nextEmail();
    await signInThroughSandbox(app, { email, name: 'Ina' });
    await setMode('closed');
    const { page } = await signInThroughSandbox(app, { email, name: 'Ina' });
    expect(page).toContain('"token"');
  });
});

describe('the registration page', () => {
  const pageOf = async (url: string) => (await fetch(`${url}/registration`)).text();
  it.each<[RegistrationMode, string]>([
    ['closed', 'Registration is closed'],
    ['invitation', 'Registration is by invitation'],
    ['open', 'Create your account'],
  ])('shows the current mode on every server: %s', async (mode, words) => {
    await setMode(mode);
    expect(await pageOf(app.url)).toContain(words);
    await expect.poll(() => pageOf(other.url)).toContain(words);
    expect((await app.call('GET', '/registration')).body).toEqual({ mode });
  });
});

describe('registration by invitation', () => {
  beforeEach(() => setMode('invitation'));

  it('refuses registration without an invitation', async () => {
    const email = nextEmail();
    expect((await signUp(email)).body).toMatchObject({ code: 'INVITATION_NEEDED' });
    expect((await signUp(email, 'invitation=made-up')).body).toMatchObject({ code: 'INVITATION_INVALID' });
    const { page } = await signInThroughSandbox(app, { email, name: 'Ina' });
    expect(page).toContain('"code":"INVITATION_NEEDED"');
    expect(await accountsOf(email)).toBe(0);
  });

  it('invites an address by an email whose link works once, for that address', async () => {
    const email = nextEmail();
    const { body } = await asAdmin('POST', '/invitations/emails', {
      emails: [email.toUpperCase(), admin.email],
      days: 7,
    });
    expect(body).toEqual({ invited: 1, registered: [admin.email] });
    const link = await emailedLink(email);
    expect((await open(new URL(link).searchParams.get('token')!)).body).toEqual({ email });
    const cookie = await opened({ link });
    expect((await signUp(nextEmail(), cookie)).body).toMatchObject({ code: 'INVITATION_FOR_OTHER' });
    expect((await signUp(email, cookie)).status).toBe(200);
    expect((await signUp(nextEmail(), cookie)).body).toMatchObject({ code: 'INVITATION_INVALID' });
    expect((await open(tokenOf({ link }))).status).toBe(410);
    expect((await invitations()).find((one) => one.email === email)).toMatchObject({ uses: 1, maxUses: 1 });
  });

  it('invites once if the call is sent again because the response was lost', async () => {
    const [email, key] = [nextEmail(), randomUUID()];
    const invite = async (days: number) =>
      (await asAdmin('POST', '/invitations/emails', { emails: [email], days, key })).body as object;
    expect(await Promise.all([invite(7), invite(7)])).toEqual([
      { invited: 1, registered: [] },
      { invited: 1, registered: [] },
    ]);
    expect(await invite(7)).toEqual({ invited: 1, registered: [] });
    await emailedLink(email);
    const ofAddress = async () => (await invitations()).filter((one) => one.email === email);
    const [first, ...more] = await ofAddress();
    expect(more).toEqual([]);
    expect(await emailsTo(app, email, other)).toHaveLength(1);
    // Another content is another call.
    await invite(8);
    expect(await ofAddress()).toEqual([expect.not.objectContaining({ _id: first!._id })]);
  });

  it('creates a link once if the call is sent again because the response was lost', async () => {
    const key = randomUUID();
    const create = async (maxUses: number) =>
      (await asAdmin('POST', '/invitations/links', { maxUses, days: 7, key })).body as Invitation;
    const [first, second] = await Promise.all([create(4), create(4)]);
    expect([second, await create(4)]).toEqual([first, first]);
    expect((await create(5))._id).not.toBe(first._id);
    const { body: trail } = await asAdmin('GET', '/audit?limit=2');
    expect((trail as { subject: string }[]).map(({ subject }) => subject)).toEqual([
      'Link for 5 people',
      'Link for 4 people',
    ]);
  });

  it('replaces an unused invitation of the same address', async () => {
    const email = nextEmail();
    await asAdmin('POST', '/invitations/emails', { emails: [email], days: 7 });
    const first = await emailedLink(email);
    await asAdmin('POST', '/invitations/emails', { emails: [email], days: 7 });
    expect((await open(tokenOf({ link: first }))).status).toBe(410);
    expect((await invitations()).filter((one) => one.email === email)).toHaveLength(1);
  });

  it('allows third-party sign-in with an opened invitation', async () => {
    const invitation = await createLink(1);
    const cookie = await opened(invitation);
    const choice = { email: nextEmail(), name: 'Ina' };
    expect((await signInThroughSandbox(app, choice, cookie)).page).toContain('"token"');
    expect(await find(invitation._id)).toMatchObject({ uses: 1 });
    const second = await signInThroughSandbox(app, { email: nextEmail(), name: 'Ina' }, cookie);
    expect(second.page).toContain('"code":"INVITATION_INVALID"');
  });

  it('creates exactly as many accounts as a link allows, in a race', async () => {
    const invitation = await createLink(3);
    const cookie = await opened(invitation);
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, index) => signUp(`racer-${index}@example.test`, cookie)),
    );
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(3);
    for (const { status } of responses) expect([200, 403, 422, 503]).toContain(status);
    expect(await accountsOf('racer-%')).toBe(3);
    expect(await find(invitation._id)).toMatchObject({ uses: 3, maxUses: 3 });
  });

  it('is checked in the transaction that creates the account, without a second connection', async () => {
    const { signingIn } = await whileLocked(app.pool, async (holder) => {
      await holder.query('lock table site_settings in access exclusive mode');
      const signingIn = signInThroughSandbox(app, { email: nextEmail(), name: 'Ina' });
      const countOthers = async (condition: string) => {
        const { rowCount } = await app.pool.query(
          `select from pg_stat_activity where datname = current_database() and ${condition} and pid <> $1`,
          [(holder as unknown as { processID: number }).processID],
        );
        return rowCount;
      };
      await expect
        .poll(() => countOthers(`wait_event_type = 'Lock' and query like '%site_settings%'`))
        .toBe(1);
      // Another transaction of the sign-in would stay open until the lock is released. Those of the workers end.
      await expect.poll(() => countOthers(`state = 'idle in transaction'`)).toBe(0);
      return { signingIn };
    });
    expect((await signingIn).page).toContain('"code":"INVITATION_NEEDED"');
  });

  it('does not use up an invitation for an account that is not created', async () => {
    const invitation = await createLink(1);
    const cookie = await opened(invitation);
    const { email } = await createStudent(app);
    expect((await signUp(email, cookie)).status).toBe(422);
    const tooShort = { email: nextEmail(), name: 'Ina', password: 'x' };
    expect((await app.call('POST', '/auth/sign-up/email', { body: tooShort, cookie })).status).toBe(400);
    expect(await find(invitation._id)).toMatchObject({ uses: 0 });
  });

  it('refuses a revoked and an expired invitation', async () => {
    const [revoked, expired] = [await createLink(1), await createLink(1)];
    const cookies = [await opened(revoked), await opened(expired)];
    expect((await asAdmin('DELETE', `/invitations/${revoked._id}`)).body).toEqual({ deletedCount: 1 });
    await app.pool.query('update invitations set expires_at = now() where id = $1', [expired._id]);
    for (const cookie of cookies)
      expect((await signUp(nextEmail(), cookie)).body).toMatchObject({ code: 'INVITATION_INVALID' });
  });

  it('does not send the email of a revoked invitation, and stores no token', async () => {
    const email = nextEmail();
    await asAdmin('POST', '/invitations/emails', { emails: [email], days: 7 });
    const { _id, link } = (await invitations()).find((one) => one.email === email)!;
    const { rows } = await app.pool.query<{ row: string }>(
      'select n::text as row from notifications n where address = $1 union all select i::text from invitations i where email = $1',
      [email],
    );
    expect(rows).toHaveLength(2);
    const signature = tokenOf({ link }).split('.')[1]!;
    for (const { row } of rows) expect(row).not.toContain(signature);
    await asAdmin('DELETE', `/invitations/${_id}`);
    expect((await app.pool.query('select from notifications where address = $1', [email])).rowCount).toBe(0);
  });

  it('records admins’ actions in the audit trail, without addresses', async () => {
    const { body } = await asAdmin('GET', '/audit');
    const entries = body as { action: string; subject: string; reason?: string }[];
    expect(entries.map(({ action }) => action)).toEqual(
      expect.arrayContaining([
        'registration changed',
        'invitations sent',
        'invitation link created',
        'invitation revoked',
      ]),
    );
    expect(JSON.stringify(entries.filter(({ action }) => action.startsWith('invitation')))).not.toContain(
      'invited-',
    );
  });

  it('deletes the invitation with the data of its user, who can export it', async () => {
    const email = nextEmail();
    await asAdmin('POST', '/invitations/emails', { emails: [email], days: 7 });
    const user = await createStudent(app, { email, isConfirmed: true });
    const { body } = await app.call('GET', '/account/data', { token: user.token });
    expect(body).toMatchObject({ invitations: [{ email, used: false }] });
    await app.call('DELETE', '/account', { token: user.token, body: { email, password: PASSWORD } });
    expect((await invitations()).some((one) => one.email === email)).toBe(false);
  });

  it('keeps the invitation to an address that somebody else has registered without confirming it', async () => {
    const email = nextEmail();
    await asAdmin('POST', '/invitations/emails', { emails: [email], days: 7 });
    const { token } = await createStudent(app, { email });
    expect((await app.call('GET', '/account/data', { token })).body.invitations).toEqual([]);
    await app.call('DELETE', '/account', { token, body: { email, password: PASSWORD } });
    expect((await invitations()).some((one) => one.email === email)).toBe(true);
  });

  it('deletes the invitation to an address that its user has changed since', async () => {
    const [email, changed] = [nextEmail(), nextEmail()];
    await asAdmin('POST', '/invitations/emails', { emails: [email], days: 7 });
    const session = cookieOf(await signUp(email, await opened({ link: await emailedLink(email) })));
    await app.call('POST', '/users', { body: { email }, cookie: session });
    const user = await signIn(app, email, PASSWORD);
    for (const table of ['users', 'identity.user'])
      await app.pool.query(`update ${table} set email = $2 where email = $1`, [email, changed]);
    const body = { email: changed, password: PASSWORD };
    expect((await app.call('DELETE', '/account', { token: user.token, body })).status).toBe(200);
    expect((await invitations()).some((one) => one.email === email)).toBe(false);
  });

  it.each(['.\r\nX: 1', '.\n', '.\u0000', '.ü€', '.; Path=/; Domain=evil.test'])(
    'is no token with something after it: %j',
    async (more) => {
      const { link } = await createLink(1);
      expect((await open(`${tokenOf({ link })}${more}`)).status).toBe(410);
    },
  );
});

describe('two admins', () => {
  it('do not overwrite each other', async () => {
    const { version } = (await asAdmin('GET', '/site-settings')).body as { version: number };
    const modes = ['closed', 'invitation'] as const;
    const responses = await Promise.all(
      modes.map((mode) => asAdmin('PUT', '/registration', { mode, version })),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it.each([
    ['/invitations/links', { maxUses: 0, days: 7 }, 'maxUses'],
    ['/invitations/links', { maxUses: 1_001, days: 7 }, 'maxUses'],
    ['/invitations/links', { maxUses: 1, days: 366 }, 'days'],
    ['/invitations/emails', { emails: [], days: 7 }, 'emails'],
    ['/invitations/emails', { emails: ['nobody'], days: 7 }, 'emails.0'],
  ])('get an error message: %s %j', async (path, body, field) => {
    const { status, body: response } = await asAdmin('POST', path, body);
    expect(status).toBe(400);
    expect((response as { error: { fields: object } }).error.fields).toHaveProperty([field]);
  });
});
