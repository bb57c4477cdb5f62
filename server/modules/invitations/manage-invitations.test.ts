import { randomUUID } from 'node:crypto';
import { drizzle } from 'drizzle-orm/node-postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Invitation } from '#contract/registration.ts';
import { emailsTo } from '#tests/support/emails.ts';
import { Invitations } from '#tests/support/invitations.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import * as schema from '../../database/schema.ts';
import { deleteOldInvitations } from './invitations.repository.ts';

let app: TestApp;
let invitations: Invitations;

beforeAll(async () => {
  app = await startTestApp();
  invitations = await Invitations.create(app);
  await invitations.setMode('invitation');
});
afterAll(() => app.close());

describe('an admin', () => {
  it('invites once if the call is sent again because the response was lost', async () => {
    const [email, key] = [invitations.nextEmail(), randomUUID()];
    const inviteFor = async (days: number) =>
      (await invitations.asAdmin('POST', '/invitations/emails', { emails: [email], days, key }))
        .body as object;
    expect(await Promise.all([inviteFor(7), inviteFor(7)])).toEqual([
      { invited: 1, registered: [] },
      { invited: 1, registered: [] },
    ]);
    expect(await inviteFor(7)).toEqual({ invited: 1, registered: [] });
    const [first, ...more] = await invitations.ofAddress(email);
    expect(more).toEqual([]);
    expect(await emailsTo(app, email)).toHaveLength(1);
    // Another content is another call.
    await inviteFor(8);
    expect(await invitations.ofAddress(email)).toEqual([expect.not.objectContaining({ _id: first!._id })]);
  });

  it('sees an invitation until 90 days after it has expired', async () => {
    const [recent, old] = [invitations.nextEmail(), invitations.nextEmail()];
    await invitations.asAdmin('POST', '/invitations/emails', { emails: [recent, old], days: 7 });
    const expire = (email: string, days: number) =>
      app.pool.query("update invitations set expires_at = now() - $2 * interval '1 day' where email = $1", [
        email,
        days,
      ]);
    await expire(recent, 89);
    await expire(old, 91);
    await deleteOldInvitations(drizzle(app.pool, { schema }));
    expect(await invitations.ofAddress(recent)).toHaveLength(1);
    expect(await invitations.ofAddress(old)).toEqual([]);
    const { rows } = await app.pool.query("select cron from pgboss.schedule where name = 'old-invitations'");
    expect(rows).toEqual([{ cron: '45 3 * * *' }]);
  });

  it('creates a link once if the call is sent again because the response was lost', async () => {
    const key = randomUUID();
    const create = async (maxUses: number) =>
      (await invitations.asAdmin('POST', '/invitations/links', { maxUses, days: 7, key })).body as Invitation;
    const [first, second] = await Promise.all([create(4), create(4)]);
    expect([second, await create(4)]).toEqual([first, first]);
    expect((await create(5))._id).not.toBe(first._id);
    const { body: trail } = await invitations.asAdmin('GET', '/audit?limit=2');
    expect((trail as { subject: string }[]).map(({ subject }) => subject)).toEqual([
      'Link for 5 people',
      'Link for 4 people',
    ]);
  });

  it('replaces an unused invitation of the same address', async () => {
    const email = invitations.nextEmail();
    await invitations.invite(email);
    const first = await invitations.emailedLink(email);
    await invitations.invite(email);
    expect((await invitations.open(invitations.tokenOf({ link: first }))).status).toBe(410);
    expect(await invitations.ofAddress(email)).toHaveLength(1);
  });

  it('does not send the email of a revoked invitation, and stores no token', async () => {
    const email = invitations.nextEmail();
    await invitations.invite(email);
    const { _id, link } = (await invitations.ofAddress(email))[0]!;
    const { rows } = await app.pool.query<{ row: string }>(
      'select n::text as row from notifications n where address = $1 union all select i::text from invitations i where email = $1',
      [email],
    );
    expect(rows).toHaveLength(2);
    const signature = invitations.tokenOf({ link }).split('.')[1]!;
    for (const { row } of rows) expect(row).not.toContain(signature);
    await invitations.asAdmin('DELETE', `/invitations/${_id}`);
    expect((await app.pool.query('select from notifications where address = $1', [email])).rowCount).toBe(0);
  });

  it('leaves entries in the audit trail, without addresses', async () => {
    await invitations.setMode('open');
    await invitations.setMode('invitation');
    await invitations.invite(invitations.nextEmail());
    const { _id } = await invitations.createLink(1);
    await invitations.asAdmin('DELETE', `/invitations/${_id}`);
    const { body } = await invitations.asAdmin('GET', '/audit');
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
});

describe('an invitation', () => {
  it.each([
    ['/invitations/links', { maxUses: 0, days: 7 }, 'maxUses'],
    ['/invitations/links', { maxUses: 1_001, days: 7 }, 'maxUses'],
    ['/invitations/links', { maxUses: 1, days: 366 }, 'days'],
    ['/invitations/emails', { emails: [], days: 7 }, 'emails'],
    ['/invitations/emails', { emails: ['nobody'], days: 7 }, 'emails.0'],
  ])('is 400 and names the field: %s %j', async (path, body, field) => {
    const { status, body: response } = await invitations.asAdmin('POST', path, body);
    expect(status).toBe(400);
    expect((response as { error: { fields: object } }).error.fields).toHaveProperty([field]);
  });
});
