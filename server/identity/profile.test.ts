import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { isWaitingForLock, whileLocked } from '#tests/support/locks.ts';
import { waitUntil } from '#tests/support/poll.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { createStudent, type TestUser } from '#tests/support/users.ts';

let app: TestApp;
let ada: TestUser;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  ada = await createStudent(app);
});

const update = (profile: { name?: string; image?: string }) =>
  app.call('POST', '/auth/update-user', { body: profile, cookie: ada.cookie });

/** The name as the user sees it, and as everybody else does. */
const names = async (): Promise<[own: string, shown: string]> => {
  const { body: session } = await app.call('GET', '/auth/get-session', { cookie: ada.cookie });
  const { body: data } = await app.call('GET', '/account/data', { token: ada.token });
  return [session.user.name as string, data.person.name as string];
};

it('is the same for everybody after concurrent changes', async () => {
  for (let round = 0; round < 5; round += 1) {
    const responses = await Promise.all(
      Array.from({ length: 8 }, (_, tab) => update({ name: `Tab ${round} ${tab}` })),
    );
    expect(responses.map(({ status }) => status)).toEqual(Array(8).fill(200));
    const [own, shown] = await names();
    expect(shown).toBe(own);
  }
});

it('changes in one step, so that a server cannot stop halfway', async () => {
  await app.pool.query(`update identity."user" set name = 'At Once', image = null where email = $1`, [
    ada.email,
  ]);
  const { rows } = await app.pool.query('select name, photo from users where email = $1', [ada.email]);
  expect(rows).toEqual([{ name: 'At Once', photo: '' }]);
  expect(await names()).toEqual(['At Once', 'At Once']);
});

it('of a user who is deleted at that moment is refused like any other call', async () => {
  const { updated } = await whileLocked(app.pool, async (holder) => {
    await holder.query('select from identity."user" where email = $1 for update', [ada.email]);
    const updated = update({ name: 'Too Late' });
    await waitUntil('the change waits', () => isWaitingForLock(app.pool));
    await holder.query('delete from identity."user" where email = $1', [ada.email]);
    return { updated };
  });
  const { status, body } = await updated;
  expect({ status, message: body.message as string }).toEqual({ status: 401, message: 'Please log in' });
});
