import { hkdfSync } from 'node:crypto';
import { SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { API_BASE } from '#contract/call.ts';
import { addClass, buyClass, classInput, publishClass, registerTeacher } from '#tests/support/classes.ts';
import { register, signInAs, type TestPerson } from '#tests/support/people.ts';
import { TEST_SECRET } from '#tests/support/start-test-server.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

/** Everybody who may knock. `owner` is the teacher, student or person whose things are asked for. */
const CALLERS = [
  'anonymous',
  'expired token',
  'deleted user',
  'student',
  'enrolled student',
  'another teacher',
  'own teacher',
  'admin',
] as const;
type Caller = (typeof CALLERS)[number];

const ALL: readonly Caller[] = CALLERS;
const SIGNED_IN: readonly Caller[] = CALLERS.slice(3);
const ADMIN: readonly Caller[] = ['admin'];
const OWN_TEACHER: readonly Caller[] = ['own teacher'];
const TEACHERS: readonly Caller[] = ['another teacher', 'own teacher'];
const STUDENTS: readonly Caller[] = ['enrolled student'];
const PERSON: readonly Caller[] = ['enrolled student', 'admin'];

interface World {
  pendingClass: string;
  soldClass: string;
  submission: string;
  request: string;
  student: TestPerson;
  teacher: TestPerson;
  doomedUser: string;
  transactionId: string;
  payment: string;
}

interface Row {
  path: (world: World) => string;
  body?: (world: World) => object;
  admits: readonly Caller[];
}

const task = { title: 'Task', description: 'Do it', marks: 10, date: '2030-01-31' };
const request = ({ email, name }: TestPerson) => ({
  name,
  email,
  title: 'Carpenter',
  image: '/a.png',
  experience: 'Junior',
  category: 'Web Development',
});

/** Who may make which call (design section 4). A route that is missing here fails the test. */
const MATRIX: Record<string, Row> = {
  'POST /jwt': { path: () => '/jwt', body: ({ student }) => ({ email: student.email }), admits: STUDENTS },
  'POST /users': {
    path: () => '/users',
    body: ({ student }) => ({ email: student.email }),
    admits: STUDENTS,
  },
  'GET /account/data': { path: () => '/account/data', admits: SIGNED_IN },
  'DELETE /account': {
    path: () => '/account',
    body: () => ({ email: 'somebody-else@example.test' }),
    admits: SIGNED_IN,
  },
  'GET /users': { path: () => '/users', admits: ADMIN },
  'GET /users/admin/:email': { path: ({ student }) => `/users/admin/${student.email}`, admits: PERSON },
  'PATCH /users/admin/:id': { path: ({ doomedUser }) => `/users/admin/${doomedUser}`, admits: ADMIN },
  'DELETE /users/:id': { path: ({ doomedUser }) => `/users/${doomedUser}`, admits: ADMIN },
  'GET /exports/users.csv': { path: () => '/exports/users.csv', admits: ADMIN },
  'GET /exports/audit.csv': { path: () => '/exports/audit.csv', admits: ADMIN },
  'GET /exports/payments.csv': { path: () => '/exports/payments.csv', admits: ADMIN },
  'GET /audit': { path: () => '/audit', admits: ADMIN },
  'GET /payments': { path: () => '/payments', admits: ADMIN },
  'GET /teacher-req/teacher/:email': {
    path: ({ student }) => `/teacher-req/teacher/${student.email}`,
    admits: PERSON,
  },
  'POST /teacher-req': {
    path: () => '/teacher-req',
    body: ({ student }) => request(student),
    admits: STUDENTS,
  },
  'GET /teacher-req/own': { path: () => '/teacher-req/own', admits: SIGNED_IN },
  'GET /teacher-req': { path: () => '/teacher-req', admits: ADMIN },
  'PATCH /teacher-req/teacher/:id': {
    path: (world) => `/teacher-req/teacher/${world.request}`,
    admits: ADMIN,
  },
  'PATCH /teacher-req/reject/:id': { path: (world) => `/teacher-req/reject/${world.request}`, admits: ADMIN },
  'GET /classes': { path: () => '/classes', admits: ALL },
  'GET /classes/totals': { path: () => '/classes/totals', admits: ALL },
  'GET /classes/:id': { path: ({ soldClass }) => `/classes/${soldClass}`, admits: ALL },
  'GET /classes/teacher/:email': {
    path: ({ teacher }) => `/classes/teacher/${teacher.email}`,
    admits: ['own teacher', 'admin'],
  },
  'POST /classes': { path: () => '/classes', body: () => classInput(), admits: TEACHERS },
  'PUT /classes/:id': {
    path: ({ pendingClass }) => `/classes/${pendingClass}`,
    body: () => classInput(),
    admits: OWN_TEACHER,
  },
  'DELETE /classes/:id': { path: ({ pendingClass }) => `/classes/${pendingClass}`, admits: OWN_TEACHER },
  'PATCH /classes/:id': {
    path: ({ pendingClass }) => `/classes/${pendingClass}`,
    body: () => ({ status: 'approve' }),
    admits: ADMIN,
  },
  'PATCH /classes/reject/:id': {
    path: ({ pendingClass }) => `/classes/reject/${pendingClass}`,
    body: () => ({ status: 'rejected' }),
    admits: ADMIN,
  },
  'PATCH /classes/:id/assignments': {
    path: ({ soldClass }) => `/classes/${soldClass}/assignments`,
    body: () => task,
    admits: OWN_TEACHER,
  },
  'GET /classes/:id/progress': {
    path: ({ soldClass }) => `/classes/${soldClass}/progress`,
    admits: OWN_TEACHER,
  },
  'GET /classes/:id/submissions': {
    path: ({ soldClass }) => `/classes/${soldClass}/submissions`,
    admits: OWN_TEACHER,
  },
  'PATCH /submissions/:id': {
    path: ({ submission }) => `/submissions/${submission}`,
    body: () => ({ marks: 5 }),
    admits: OWN_TEACHER,
  },
  'GET /classes/:id/submission': {
    path: ({ soldClass }) => `/classes/${soldClass}/submission`,
    admits: STUDENTS,
  },
  'PUT /classes/:id/submission': {
    path: ({ soldClass }) => `/classes/${soldClass}/submission`,
    body: () => ({ text: 'Done' }),
    admits: STUDENTS,
  },
  'POST /create-payment-intent/:classId': {
    path: ({ soldClass }) => `/create-payment-intent/${soldClass}`,
    body: () => ({ price: 1950 }),
    admits: SIGNED_IN,
  },
  'POST /payments': {
    path: () => '/payments',
    body: ({ transactionId }) => ({ transactionId }),
    admits: STUDENTS,
  },
  'GET /payments/own': { path: () => '/payments/own', admits: SIGNED_IN },
  'GET /payments/totals': { path: () => '/payments/totals', admits: ADMIN },
  'GET /payments/:id': { path: ({ payment }) => `/payments/${payment}`, admits: PERSON },
  'GET /earnings': { path: () => '/earnings', admits: TEACHERS },
  'POST /classes/:id/enrollment': {
    path: ({ soldClass }) => `/classes/${soldClass}/enrollment`,
    admits: SIGNED_IN,
  },
  'GET /enrollments': { path: ({ student }) => `/enrollments?email=${student.email}`, admits: PERSON },
  'GET /feedback': { path: () => '/feedback', admits: ALL },
  'GET /feedback/summary': { path: ({ soldClass }) => `/feedback/summary?classId=${soldClass}`, admits: ALL },
  'GET /feedback/own': { path: ({ soldClass }) => `/feedback/own?classId=${soldClass}`, admits: SIGNED_IN },
  'POST /feedback': {
    path: () => '/feedback',
    body: ({ soldClass }) => ({ classId: soldClass, feedback: 'Fine', rating: 5 }),
    admits: STUDENTS,
  },
  'GET /config': { path: () => '/config', admits: ALL },
  'GET /metrics': { path: () => '/metrics', admits: ALL },
  'GET /healthz': { path: () => '/healthz', admits: ALL },
  'GET /readyz': { path: () => '/readyz', admits: ALL },
  'GET /openapi.json': { path: () => '/openapi.json', admits: ALL },
  // Last, because the enrolment ends with it.
  'POST /payments/:id/refund': {
    path: ({ payment }) => `/payments/${payment}/refund`,
    body: () => ({ reason: 'Asked for' }),
    admits: ADMIN,
  },
};

/** Guarded by their own means: the identity provider's endpoints, the provider's signature, the docs' files. */
const OWN_GUARD = /^(GET|POST) \/auth\/\*$|^POST \/webhooks\/stripe$|^GET \/docs/;

/** Callers that each declared rule can let through, whatever the input. */
const RULES: Record<string, readonly Caller[]> = {
  anyone: ALL,
  'signed in': SIGNED_IN,
  admin: ADMIN,
  teacher: TEACHERS,
  'self or admin': SIGNED_IN,
  'identity session': SIGNED_IN,
  metrics: ALL,
};

let app: TestApp;
let world: World;
let callers: Record<Caller, Partial<TestPerson>>;

/** A token as the server would make it, an hour too old. */
const expire = async ({ token }: TestPerson): Promise<string> => {
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

const userId = async ({ email }: TestPerson): Promise<string> =>
  (await app.pool.query<{ id: string }>('select id from users where email = $1', [email])).rows[0]!.id;

const askToTeach = async (person: TestPerson): Promise<string> => {
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
      for (const caller of MATRIX[name]!.admits) expect(possible, name).toContain(caller);
    }
  });

  it.each(Object.keys(MATRIX))('%s', async (name) => {
    const { admits } = MATRIX[name]!;
    // Those who are refused come first: nothing may have changed by then.
    for (const caller of CALLERS.filter((one) => !admits.includes(one))) {
      const expected = SIGNED_IN.includes(caller) ? 403 : 401;
      expect(await statusFor(name, caller), caller).toBe(expected);
    }
    for (const caller of admits) {
      const status = await statusFor(name, caller);
      expect([401, 403], caller).not.toContain(status);
      expect(status, caller).toBeLessThan(500);
    }
  });
});
