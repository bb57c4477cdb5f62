import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { emailsTo } from '#tests/support/emails.ts';
import { isWaitingForLock, whileLocked } from '#tests/support/locks.ts';
import { giveCode } from '#tests/support/second-factor.ts';
import { type ApiResponse, startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { signInThroughSandbox } from '#tests/support/third-party.ts';
import { codeFor } from '#tests/support/totp.ts';
import { register, signIn, type TestUser } from '#tests/support/users.ts';
import { PASSWORD } from '#tests/support/password.ts';
import { hashPassword } from './password.ts';

const OTHER = 'quite another one';

let app: TestApp;
let otherHash: string;

beforeAll(async () => {
  app = await startTestApp();
  otherHash = await hashPassword(OTHER);
});
afterAll(() => app.close());

interface Person extends TestUser {
  id: string;
}

const registerPerson = async (): Promise<Person> => {
  const person = await register(app);
  const { rows } = await app.pool.query<{ id: string }>('select id from identity.user where email = $1', [
    person.email,
  ]);
  return { ...person, id: rows[0]!.id };
};

/** The effect on the tables of a password reset, or of any other change of the password. */
const CHANGE_PASSWORD = 'update identity.account set password = $2 where user_id = $1';

interface Moment {
  /** Locks what the request needs once everything has been checked. $1 is the user's id. */
  lock: string;
  /** A part of the query that then waits for the lock. */
  waiting: string;
  request: () => Promise<ApiResponse | { status: number }>;
  /** Changes the credentials that the request was checked against. $1 is the user's id, $2 the hash of another password. */
  change: string;
}

/** Changes something while a request is in progress. @returns the response to the request */
const changeDuring = async ({ id }: Person, { lock, waiting, request, change }: Moment) => {
  const { response } = await whileLocked(app.pool, async (holder) => {
    await holder.query(lock, [id]);
    const response = request();
    const countWaitingIn = async (query: string) => {
      const { rowCount } = await app.pool.query(
        `select from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock' and query ilike $1`,
        [`%${query}%`],
      );
      return rowCount;
    };
    await expect.poll(() => countWaitingIn(waiting)).toBe(1);
    await holder.query(change, change.includes('$2') ? [id, otherHash] : [id]);
    return { response };
  });
  return response;
};

const LOCK_USER = 'select from identity.user where id = $1 for update';

const givePassword = ({ email }: Person) =>
  app.call('POST', '/auth/sign-in/email', { body: { email, password: PASSWORD } });
const beginSetUp = ({ cookie }: Person) =>
  app.call('POST', '/auth/two-factor/enable', { body: { password: PASSWORD }, cookie });

const countSessions = async ({ id }: Person): Promise<number> =>
  (await app.pool.query('select 1 from identity.session where user_id = $1', [id])).rows.length;
const hasSecondFactor = async ({ id }: Person): Promise<boolean> => {
  const { rows } = await app.pool.query<{ is_on: boolean }>(
    'select two_factor_enabled as is_on from identity.user where id = $1',
    [id],
  );
  return rows[0]!.is_on;
};

describe('a sign-in in progress', () => {
  const signingIn = (person: Person) => ({
    lock: LOCK_USER,
    waiting: 'insert into "identity"."session"',
    request: () => givePassword(person),
  });

  it('leaves no session if the password is changed', async () => {
    const person = await registerPerson();
    const { status } = await changeDuring(person, { ...signingIn(person), change: CHANGE_PASSWORD });
    expect(status).toBe(401);
    expect(await countSessions(person)).toBe(0);
  });

  it('leaves no session without a code if the second factor is turned on', async () => {
    const person = await registerPerson();
    const { status } = await changeDuring(person, {
      ...signingIn(person),
      change: 'update identity.user set two_factor_enabled = true where id = $1',
    });
    expect(status).toBe(401);
    expect(await countSessions(person)).toBe(0);
  });

  it('through a third party with the old address links nothing while the address changes', async () => {
    const person = await registerPerson();
    await app.pool.query('update identity.user set email_verified = true where id = $1', [person.id]);
    let page = '';
    await changeDuring(person, {
      lock: "update identity.user set email = 'moved-' || email where id = $1",
      waiting: 'insert into "identity"."account"',
      request: async () => {
        ({ page } = await signInThroughSandbox(app, { name: person.name, email: person.email }));
        return { status: 0 };
      },
      change: "delete from identity.account where user_id = $1 and provider_id <> 'credential'",
    });
    expect(page).not.toContain('"token"');
    const { rows } = await app.pool.query('select provider_id from identity.account where user_id = $1', [
      person.id,
    ]);
    expect(rows).toEqual([{ provider_id: 'credential' }]);
  });

  it('through a third party leaves no session if that account is removed', async () => {
    const choice = { name: 'Petra Popup', email: 'petra@example.test' };
    await signInThroughSandbox(app, choice);
    const { rows } = await app.pool.query<{ id: string }>('select id from identity.user where email = $1', [
      choice.email,
    ]);
    const person = { ...choice, id: rows[0]!.id, cookie: '', token: '' };
    await app.pool.query('delete from identity.session where user_id = $1', [person.id]);
    let page = '';
    await changeDuring(person, {
      lock: LOCK_USER,
      waiting: 'insert into "identity"."session"',
      request: async () => {
        ({ page } = await signInThroughSandbox(app, choice));
        return { status: 0 };
      },
      change: 'delete from identity.account where user_id = $1',
    });
    expect(page).not.toContain('"token"');
    expect(await countSessions(person)).toBe(0);
  });
});

describe('a password reset', () => {
  it('is not undone by a password change in progress', async () => {
    const person = await registerPerson();
    const { status, headers } = (await changeDuring(person, {
      lock: 'select from identity.session where user_id = $1 for update',
      waiting: 'delete from "identity"."session"',
      request: () =>
        app.call('POST', '/auth/change-password', {
          body: { currentPassword: PASSWORD, newPassword: 'that of a stranger' },
          cookie: person.cookie,
        }),
      change: CHANGE_PASSWORD,
    })) as ApiResponse;
    expect(status).toBe(401);
    expect(headers.getSetCookie()).toEqual([]);
    expect(await countSessions(person)).toBe(0);
    expect((await signIn(app, person.email, OTHER)).email).toBe(person.email);
  });

  it('is not followed by a second factor that somebody else was setting up', async () => {
    const person = await registerPerson();
    const { totpURI } = (await beginSetUp(person)).body as { totpURI: string };
    const { status } = await changeDuring(person, {
      lock: LOCK_USER,
      waiting: '"identity"."user"',
      request: () => giveCode(app, codeFor(totpURI), person.cookie),
      change: CHANGE_PASSWORD,
    });
    expect(status).toBe(401);
    expect(await hasSecondFactor(person)).toBe(false);
    expect(await countSessions(person)).toBe(0);
  });

  it('is not possible by a link that the old address requests while the address changes', async () => {
    const person = await registerPerson();
    const reset = () => app.call('POST', '/auth/request-password-reset', { body: { email: person.email } });
    const { response } = await whileLocked(app.pool, async (holder) => {
      await holder.query("update identity.user set email = 'new-' || email where id = $1", [person.id]);
      const response = reset();
      await expect.poll(() => isWaitingForLock(app.pool)).toBe(true);
      return { response };
    });
    expect((await response).status).toBe(200);
    expect((await emailsTo(app, person.email)).join()).not.toContain('Set a new password');
    await app.pool.query('update identity.user set email = $2 where id = $1', [person.id, person.email]);
    await reset();
    expect((await emailsTo(app, person.email)).join()).toContain('Set a new password');
  });

  it('prevents the deletion of the account by somebody who knows the old password', async () => {
    const person = await registerPerson();
    const { status } = await changeDuring(person, {
      lock: LOCK_USER,
      waiting: '"identity".',
      request: () =>
        app.call('DELETE', '/account', {
          body: { email: person.email, password: PASSWORD },
          token: person.token,
        }),
      change: CHANGE_PASSWORD,
    });
    expect(status).toBe(401);
    expect((await signIn(app, person.email, OTHER)).email).toBe(person.email);
  });

  it('ends a change of address that somebody else was requesting', async () => {
    const person = await registerPerson();
    const newEmail = `stranger-${person.email}`;
    const { status } = await changeDuring(person, {
      lock: LOCK_USER,
      waiting: '"identity".',
      request: () =>
        app.call('POST', '/account/email-change', {
          body: { newEmail, password: PASSWORD },
          token: person.token,
        }),
      change: CHANGE_PASSWORD,
    });
    expect(status).toBe(401);
    const links = await app.pool.query('select 1 from identity.email_link where user_id = $1', [person.id]);
    expect(links.rows).toEqual([]);
    expect(await emailsTo(app, newEmail)).toEqual([]);
  });
});

describe('a change of the name', () => {
  it('does not undo a change of the address that completes meanwhile', async () => {
    const person = await registerPerson();
    const { status } = await changeDuring(person, {
      lock: LOCK_USER,
      waiting: 'update "identity"."user"',
      request: () =>
        app.call('POST', '/auth/update-user', { body: { name: 'Newly Named' }, cookie: person.cookie }),
      change: `with moved as (
          update identity.user set email = 'moved-' || email where id = $1 returning id, email
        ) update users set email = moved.email from moved where identity_id = moved.id`,
    });
    expect(status).toBe(200);
    const { rows } = await app.pool.query('select name, email from users where identity_id = $1', [
      person.id,
    ]);
    expect(rows).toEqual([{ name: 'Newly Named', email: `moved-${person.email}` }]);
  });
});

describe('setting up a second factor', () => {
  const keyOf = async ({ id }: Person) =>
    (
      await app.pool.query<{ secret: string; verified: boolean }>(
        'select secret, verified from identity.two_factor where user_id = $1',
        [id],
      )
    ).rows;

  it('twice concurrently leaves one key', async () => {
    const person = await registerPerson();
    const responses = await Promise.all([1, 2, 3, 4].map(() => beginSetUp(person)));
    for (const { status } of responses) expect([200, 409]).toContain(status);
    expect(await keyOf(person)).toHaveLength(1);
    const { body } = await beginSetUp(person);
    expect((await giveCode(app, codeFor(body.totpURI as string), person.cookie)).status).toBe(200);
  });

  it('turns on only the key that the code belongs to', async () => {
    const person = await registerPerson();
    const { totpURI } = (await beginSetUp(person)).body as { totpURI: string };
    const { status } = await changeDuring(person, {
      lock: LOCK_USER,
      waiting: '"identity"."user"',
      request: () => giveCode(app, codeFor(totpURI), person.cookie),
      change: "update identity.two_factor set secret = 'that of a stranger' where user_id = $1",
    });
    expect(status).toBe(401);
    expect(await hasSecondFactor(person)).toBe(false);
  });

  it('does not replace a key whose setup was completed meanwhile', async () => {
    const person = await registerPerson();
    await beginSetUp(person);
    const [before] = await keyOf(person);
    const { status } = await changeDuring(person, {
      lock: 'select from identity.two_factor where user_id = $1 for update',
      waiting: 'update "identity"."two_factor"',
      request: () => beginSetUp(person),
      change: 'update identity.user set two_factor_enabled = true where id = $1',
    });
    expect(status).toBe(409);
    expect(await keyOf(person)).toEqual([before]);
  });
});
