import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { RegistrationMode } from '#contract/registration-modes.ts';
import { Invitations } from '#tests/support/invitations.ts';
import { startTestServer } from '#tests/support/start-test-server.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { signInThroughSandbox } from '#tests/support/third-party.ts';
import { createStudent } from '#tests/support/users.ts';

let app: TestApp;
let other: Awaited<ReturnType<typeof startTestServer>>;
let invitations: Invitations;

beforeAll(async () => {
  app = await startTestApp();
  other = await startTestServer(app.databaseUrl);
  invitations = await Invitations.create(app);
});
afterAll(async () => {
  await other.stop();
  await app.close();
});

describe('registration that is closed', () => {
  beforeEach(() => invitations.setMode('closed'));

  it('refuses every kind of registration, with or without an invitation', async () => {
    const invitation = await invitations.createLink(5);
    await invitations.setMode('invitation');
    const cookie = await invitations.opened(invitation);
    await invitations.setMode('closed');
    const email = invitations.nextEmail();
    for (const given of [undefined, cookie]) {
      const { status, body } = await invitations.signUp(email, given);
      expect({ status, code: body.code as string }).toEqual({ status: 403, code: 'REGISTRATION_CLOSED' });
    }
    const { page } = await signInThroughSandbox(app, { email, name: 'Ina' });
    expect(page).toContain('"code":"REGISTRATION_CLOSED"');
    expect((await invitations.open(invitations.tokenOf(invitation))).status).toBe(410);
    expect(await invitations.countAccounts(email)).toBe(0);
    expect((await app.call('POST', '/users', { body: { email } })).status).toBe(401);
  });

  it('does not reveal which addresses have an account', async () => {
    const { email } = await createStudent(app);
    expect((await invitations.signUp(email)).body).toEqual(
      (await invitations.signUp(invitations.nextEmail())).body,
    );
  });

  it('lets existing accounts sign in, also through a third party', async () => {
    await invitations.setMode('open');
    const email = invitations.nextEmail();
    await signInThroughSandbox(app, { email, name: 'Ina' });
    await invitations.setMode('closed');
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
    await invitations.setMode(mode);
    expect(await pageOf(app.url)).toContain(words);
    await expect.poll(() => pageOf(other.url)).toContain(words);
    expect((await app.call('GET', '/registration')).body).toEqual({ mode });
  });
});

describe('the registration mode', () => {
  it('is not overwritten by an admin who has not seen it', async () => {
    const { version } = (await invitations.asAdmin('GET', '/site-settings')).body as { version: number };
    const modes = ['closed', 'invitation'] as const;
    const responses = await Promise.all(
      modes.map((mode) => invitations.asAdmin('PUT', '/registration', { mode, version })),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
  });
});
