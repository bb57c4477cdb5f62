import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { whileLocked } from '#tests/support/locks.ts';
import { Invitations } from '#tests/support/invitations.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { signInThroughSandbox } from '#tests/support/third-party.ts';
import { createStudent } from '#tests/support/users.ts';

let app: TestApp;
let invitations: Invitations;

beforeAll(async () => {
  app = await startTestApp();
  invitations = await Invitations.create(app);
  await invitations.setMode('invitation');
});
afterAll(() => app.close());

describe('registration by invitation', () => {
  it('refuses registration without an invitation', async () => {
    const email = invitations.nextEmail();
    expect((await invitations.signUp(email)).body).toMatchObject({ code: 'INVITATION_NEEDED' });
    expect((await invitations.signUp(email, 'invitation=made-up')).body).toMatchObject({
      code: 'INVITATION_INVALID',
    });
    const { page } = await signInThroughSandbox(app, { email, name: 'Ina' });
    expect(page).toContain('"code":"INVITATION_NEEDED"');
    expect(await invitations.countAccounts(email)).toBe(0);
  });

  it('invites an address by an email whose link works once, for that address', async () => {
    const email = invitations.nextEmail();
    const { body } = await invitations.asAdmin('POST', '/invitations/emails', {
      emails: [email.toUpperCase(), invitations.admin.email],
      days: 7,
    });
    expect(body).toEqual({ invited: 1, registered: [invitations.admin.email] });
    const link = await invitations.emailedLink(email);
    expect((await invitations.open(new URL(link).searchParams.get('token')!)).body).toEqual({ email });
    const cookie = await invitations.opened({ link });
    expect((await invitations.signUp(invitations.nextEmail(), cookie)).body).toMatchObject({
      code: 'INVITATION_FOR_OTHER',
    });
    expect((await invitations.signUp(email, cookie)).status).toBe(200);
    expect((await invitations.signUp(invitations.nextEmail(), cookie)).body).toMatchObject({
      code: 'INVITATION_INVALID',
    });
    expect((await invitations.open(invitations.tokenOf({ link }))).status).toBe(410);
    expect(await invitations.ofAddress(email)).toMatchObject([{ uses: 1, maxUses: 1 }]);
  });

  it('allows third-party sign-in with an opened invitation', async () => {
    const invitation = await invitations.createLink(1);
    const cookie = await invitations.opened(invitation);
    const choice = { email: invitations.nextEmail(), name: 'Ina' };
    expect((await signInThroughSandbox(app, choice, cookie)).page).toContain('"token"');
    expect(await invitations.find(invitation._id)).toMatchObject({ uses: 1 });
    const second = await signInThroughSandbox(app, { email: invitations.nextEmail(), name: 'Ina' }, cookie);
    expect(second.page).toContain('"code":"INVITATION_INVALID"');
  });

  it('creates exactly as many accounts as a link allows, in a race', async () => {
    const invitation = await invitations.createLink(3);
    const cookie = await invitations.opened(invitation);
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, index) => invitations.signUp(`racer-${index}@example.test`, cookie)),
    );
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(3);
    for (const { status } of responses) expect([200, 403, 422, 503]).toContain(status);
    expect(await invitations.countAccounts('racer-%')).toBe(3);
    expect(await invitations.find(invitation._id)).toMatchObject({ uses: 3, maxUses: 3 });
  });

  it('is checked in the transaction that creates the account, without a second connection', async () => {
    const { signingIn } = await whileLocked(app.pool, async (holder) => {
      await holder.query('lock table site_settings in access exclusive mode');
      const signingIn = signInThroughSandbox(app, { email: invitations.nextEmail(), name: 'Ina' });
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
    const invitation = await invitations.createLink(1);
    const cookie = await invitations.opened(invitation);
    const { email } = await createStudent(app);
    expect((await invitations.signUp(email, cookie)).status).toBe(422);
    const tooShort = { email: invitations.nextEmail(), name: 'Ina', password: 'x' };
    expect((await app.call('POST', '/auth/sign-up/email', { body: tooShort, cookie })).status).toBe(400);
    expect(await invitations.find(invitation._id)).toMatchObject({ uses: 0 });
  });

  it('refuses a revoked and an expired invitation', async () => {
    const [revoked, expired] = [await invitations.createLink(1), await invitations.createLink(1)];
    const cookies = [await invitations.opened(revoked), await invitations.opened(expired)];
    expect((await invitations.asAdmin('DELETE', `/invitations/${revoked._id}`)).body).toEqual({
      deletedCount: 1,
    });
    await app.pool.query('update invitations set expires_at = now() where id = $1', [expired._id]);
    for (const cookie of cookies)
      expect((await invitations.signUp(invitations.nextEmail(), cookie)).body).toMatchObject({
        code: 'INVITATION_INVALID',
      });
  });

  it.each(['.\r\nX: 1', '.\n', '.\u0000', '.ü€', '.; Path=/; Domain=evil.test'])(
    'is no token with something after it: %j',
    async (more) => {
      const { link } = await invitations.createLink(1);
      expect((await invitations.open(`${invitations.tokenOf({ link })}${more}`)).status).toBe(410);
    },
  );
});
