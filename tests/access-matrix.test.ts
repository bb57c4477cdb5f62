import { hkdfSync } from 'node:crypto';
import { SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { API_BASE } from '#contract/call.ts';
import {
  type Caller,
  CALLERS,
  MATRIX,
  request,
  RULES,
  SIGNED_IN,
  task,
  type World,
} from '#tests/support/access-matrix.ts';
import { addClass, buyClass, publishClass, registerTeacher } from '#tests/support/classes.ts';
import { register, signInAs, type TestUser } from '#tests/support/users.ts';
import { TEST_SECRET } from '#tests/support/start-test-server.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

/** Guarded by their own means: the identity provider's endpoints, the provider's signature, the docs' files. */
const OWN_GUARD = /^[A-Z]+ \/auth\/|^POST \/webhooks\/stripe$|^GET \/docs/;

let app: TestApp;
let world: World;
let callers: Record<Caller, Partial<TestUser>>;

/** A token as the server would make it, an hour too old. */
const expire = async ({ token }: TestUser): Promise<string> => {
  const { sub, sid } = JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString());
  const key = new Uint8Array(hkdfSync('sha256', TEST_SECRET, '', 'classharbor access token', 32));
  return new SignJWT({ sid })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuer('classharbor')
    .setSubject(sub)
    .setIssuedAt(Math.floor(Date.now() / 1_000) - 7_200)
    .setExpirationTime(Math.floor(Date.now() / 1_000) - 3_600)
    .sign(key);
};

const userId = async ({ email }: TestUser): Promise<string> =>
  (await app.pool.query<{ id: string }>('select id from users where email = $1', [email])).rows[0]!.id;

const askToTeach = async (person: TestUser): Promise<string> => {
  const { body } = await app.call('POST', '/teacher-req', { body: request(person), token: person.token });
  return body.insertedId;
};

beforeAll(async () => {
  app = await startTestApp();
  const admin = await signInAs(app, 'Admin');
  const [teacher, other] = [await registerTeacher(app, admin), await registerTeacher(app, admin)];
  const [student, stranger, deleted, expired, doomed] = [
    await register(app),
    await register(app),
    await register(app),
    await register(app),
    await register(app),
  ];
  const soldClass = await publishClass(app, teacher, admin);
  await app.call('PATCH', `/classes/${soldClass}/assignments`, { body: task, token: teacher.token });
  const transactionId = await buyClass(app, student, soldClass);
  const { body: submission } = await app.call('PUT', `/classes/${soldClass}/submission`, {
    body: { text: 'Done' },
    token: student.token,
  });
  const { body: said } = await app.call('POST', '/feedback', {
    body: { classId: soldClass, feedback: 'Fine', rating: 5 },
    token: student.token,
  });
  const { rows } = await app.pool.query<{ id: string }>('select id from payments where transaction_id = $1', [
    transactionId,
  ]);
  world = {
    pendingClass: await addClass(app, teacher),
    soldClass,
    submission: submission._id,
    request: await askToTeach(doomed),
    student,
    teacher,
    doomedUser: await userId(doomed),
    transactionId,
    payment: rows[0]!.id,
    feedback: said.insertedId,
  };
  await app.call('DELETE', `/users/${await userId(deleted)}`, { token: admin.token });
  const expiredToken = await expire(expired);
  await app.call('POST', '/auth/sign-out', { body: {}, cookie: expired.cookie });
  callers = {
    anonymous: {},
    'expired token': { token: expiredToken, cookie: expired.cookie },
    'deleted user': deleted,
    student: stranger,
    'enrolled student': student,
    'another teacher': other,
    'own teacher': teacher,
    admin,
  };
});
afterAll(() => app.close());

/** The calls that the server answers, as `METHOD /path` under the API's base. */
const guardedCalls = () =>
  app.server.app.routeTable
    .filter(({ url, method }) => url.startsWith(`${API_BASE}/`) && method !== 'HEAD')
    .map(({ method, url, access }) => ({ name: `${method} ${url.slice(API_BASE.length)}`, access }))
    .filter(({ name }) => !OWN_GUARD.test(name));

const statusFor = async (name: string, caller: Caller): Promise<number> => {
  const { path, body } = MATRIX[name]!;
  const { token, cookie } = callers[caller];
  const { status } = await app.call(name.split(' ')[0]!, path(world), {
    body: body?.(world),
    token,
    cookie,
  });
  return status;
};

describe('who may make which call', () => {
  it('is stated here for each route that the server has, and for none that it has not', () => {
    expect(
      guardedCalls()
        .map(({ name }) => name)
        .sort(),
    ).toEqual(Object.keys(MATRIX).sort());
  });

  it('never goes beyond the rule that the route declares', () => {
    for (const { name, access } of guardedCalls()) {
      const possible = RULES[access ?? ''];
      expect(possible, `${name} declares ${access}`).toBeDefined();
      for (const caller of MATRIX[name]!.allows) expect(possible, name).toContain(caller);
    }
  });

  it.each(Object.keys(MATRIX))('%s', async (name) => {
    const { allows } = MATRIX[name]!;
    // Those who are refused come first: nothing may have changed by then.
    for (const caller of CALLERS.filter((one) => !allows.includes(one))) {
      const expected = SIGNED_IN.includes(caller) ? 403 : 401;
      expect(await statusFor(name, caller), caller).toBe(expected);
    }
    for (const caller of allows) {
      const status = await statusFor(name, caller);
      expect([401, 403], caller).not.toContain(status);
      expect(status, caller).toBeLessThan(500);
    }
  });
});
