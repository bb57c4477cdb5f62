import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publishClass } from '#tests/support/classes.ts';
import { setUpSecondFactor } from '#tests/support/second-factor.ts';
import { startTestServer } from '#tests/support/start-test-server.ts';
import { attachTestApp, startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { createStudent, createTeacher, signInAs, type TestUser } from '#tests/support/users.ts';

/** Servers announce changes to each other asynchronously. The test is repeated, so that a late one is noticed. */
const REPEATS = 4;
/** Concurrent calls, which the server may answer together. */
const AT_ONCE = 8;

let app: TestApp;
let twin: TestApp;
let admin: TestUser;

beforeAll(async () => {
  app = await startTestApp();
  twin = attachTestApp(await startTestServer(app.databaseUrl, { BASE_URL: app.url }), app);
  admin = await signInAs(app, 'Admin');
});
afterAll(async () => {
  await twin.close();
  await app.close();
});

const idOf = async ({ email }: TestUser): Promise<string> =>
  (await app.call('GET', `/users?q=${email}`, { token: admin.token })).body[0]._id;

/** The statuses of several calls at once, at the other server. */
const statuses = async (path: string, token: string): Promise<number[]> => {
  const responses = await Promise.all(
    Array.from({ length: AT_ONCE }, () => twin.call('GET', path, { token })),
  );
  return [...new Set(responses.map(({ status }) => status))];
};

describe('a change at one server applies to the next call at another', () => {
  it('a session that is ended', async () => {
    for (let repeat = 0; repeat < REPEATS; repeat += 1) {
      const user = await createStudent(app);
      expect(await statuses('/payments/own', user.token)).toEqual([200]);
      await app.call('POST', '/auth/sign-out', { body: {}, cookie: user.cookie });
      expect(await statuses('/payments/own', user.token)).toEqual([401]);
    }
  });

  it('an admin role, given and revoked', async () => {
    const user = await createStudent(app);
    const id = await idOf(user);
    for (let repeat = 0; repeat < REPEATS; repeat += 1) {
      expect(await statuses('/users?limit=1', user.token)).toEqual([403]);
      await app.call('PATCH', `/users/admin/${id}`, { token: admin.token });
      expect(await statuses('/users?limit=1', user.token)).toEqual([200]);
      const own = await twin.call('GET', `/users/admin/${user.email}`, { token: user.token });
      expect(own.body).toEqual({ admin: true });
      await app.call('DELETE', `/users/admin/${id}`, { token: admin.token });
    }
    expect(await statuses('/users?limit=1', user.token)).toEqual([403]);
    const own = await twin.call('GET', `/users/admin/${user.email}`, { token: user.token });
    expect(own.body).toEqual({ admin: false });
  });

  it('an account that is deleted', async () => {
    for (let repeat = 0; repeat < REPEATS; repeat += 1) {
      const user = await createStudent(app);
      expect(await statuses('/classes?page=1', user.token)).toEqual([200]);
      await app.call('DELETE', `/users/${await idOf(user)}`, { token: admin.token });
      expect(await statuses('/payments/own', user.token)).toEqual([401]);
    }
  });

  it('a second factor, which ends all sessions', async () => {
    const user = await createStudent(app);
    expect(await statuses('/payments/own', user.token)).toEqual([200]);
    const after = await setUpSecondFactor(app, user);
    expect(await statuses('/payments/own', user.token)).toEqual([401]);
    expect(await statuses('/payments/own', after.token)).toEqual([200]);
  });

  it('a class that is withdrawn, in the list of a student', async () => {
    const teacher = await createTeacher(app);
    const student = await createStudent(app);
    const list = '/classes?status=approve&page=1&limit=5';
    for (let repeat = 0; repeat < REPEATS; repeat += 1) {
      const id = await publishClass(app, teacher, admin);
      const shown = async () =>
        (await twin.call('GET', list, { token: student.token })).body.some(
          (listed: { _id: string }) => listed._id === id,
        );
      expect(await shown()).toBe(true);
      expect(await shown()).toBe(true);
      const body = { status: 'rejected', reason: 'It is not what it says' };
      const { status } = await app.call('PATCH', `/classes/withdraw/${id}`, { body, token: admin.token });
      expect(status).toBe(200);
      expect(await shown()).toBe(false);
    }
  });
});

describe('the public list for a signed-in user', () => {
  it('is the visitors’ response for users without classes, and their own for teachers and admins', async () => {
    const teacher = await createTeacher(app);
    const student = await createStudent(app);
    const id = await publishClass(app, teacher, admin);
    const list = '/classes?page=1&limit=5&sort=newest';
    const seenBy = async (token?: string) => {
      const { body, headers } = await app.call('GET', list, { token });
      return { seen: body.find((listed: { _id: string }) => listed._id === id), headers };
    };
    const visitor = await seenBy();
    for (let repeat = 0; repeat < 2; repeat += 1) {
      const response = await seenBy(student.token);
      expect(response.seen).toEqual(visitor.seen);
      expect(response.headers.get('etag')).toBe(visitor.headers.get('etag'));
    }
    expect((await seenBy(teacher.token)).seen).toMatchObject({ email: teacher.email });
    expect((await seenBy(admin.token)).seen).toMatchObject({ email: teacher.email });
    expect((await seenBy(teacher.token)).headers.get('cache-control')).toBe('no-store');
    expect((await seenBy()).seen).not.toHaveProperty('email');
  });
});
