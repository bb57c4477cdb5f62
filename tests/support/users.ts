import { randomUUID } from 'node:crypto';
import { inject } from 'vitest';
import { PASSWORD } from './password.ts';
import { type SampleAccount, sampleAccount } from './sample-account.ts';
import { createSession } from './sessions.ts';
import { teacherRequestInput } from './teacher-requests.ts';
import type { ApiResponse, TestApp } from './test-app.ts';

/** A user with a live session at the server under test. */
export interface TestUser {
  email: string;
  name: string;
  cookie: string;
  token: string;
}

const PHOTO = '/pictures/avatars/05.svg';
let counter = 0;

interface Given {
  name?: string;
  email?: string;
  /** Whether the address is confirmed. Default: false */
  isConfirmed?: boolean;
}

/** A name and an address that no other user in the file has. */
const nextUser = ({ name, email }: Given) => {
  counter += 1;
  return { name: name ?? `Student ${counter}`, email: email ?? `student-${counter}@example.test` };
};

type Role = 'teacher' | 'admin' | null;

/** Inserts a user with a password and a live session into the tables, without the cost of hashing a password. */
const createUser = async (app: Pick<TestApp, 'pool'>, role: Role, given: Given): Promise<TestUser> => {
  const { name, email } = nextUser(given);
  const identityId = randomUUID();
  await app.pool.query(
    `with identity as (
       insert into identity."user" (id, name, email, image, email_verified)
         values ($1, $2, $3, $4, $7) returning id
     ), account as (
       insert into identity.account (account_id, provider_id, user_id, password)
         select id::text, 'credential', id, $5 from identity
     )
     insert into users (identity_id, name, email, photo, role) select id, $2, $3, $4, $6 from identity`,
    [identityId, name, email, PHOTO, inject('passwordHash'), role, given.isConfirmed ?? false],
  );
  return { email, name, ...(await createSession(app, email)) };
};

export const createStudent = (app: Pick<TestApp, 'pool'>, given: Given = {}): Promise<TestUser> =>
  createUser(app, null, given);

export const createAdmin = (app: Pick<TestApp, 'pool'>, given: Given = {}): Promise<TestUser> =>
  createUser(app, 'admin', given);

/** Creates a user whose request to teach was approved. */
export const createTeacher = async (app: Pick<TestApp, 'pool'>, given: Given = {}): Promise<TestUser> => {
  const teacher = await createUser(app, 'teacher', given);
  const { title, image, experience, category } = teacherRequestInput(teacher);
  await app.pool.query(
    `insert into teacher_requests (user_id, name, title, image, experience, category, status, decided_at)
       select id, name, $2, $3, $4, $5, 'approve', now() from users where email = $1`,
    [teacher.email, title, image, experience, category],
  );
  return teacher;
};

export const cookieOf = ({ headers }: ApiResponse): string =>
  headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');

/** Requests an access token for a live session. */
export const tokenFor = async (app: TestApp, email: string, cookie: string): Promise<string> => {
  const { status, body } = await app.call('POST', '/jwt', { body: { email }, cookie });
  if (status !== 200) throw new Error(`No token: ${JSON.stringify(body)}`);
  return body.token as string;
};

/**
 * Registers a student through the API, as the registration screen does, for tests of sign-up, sign-in and their
 * emails.
 */
export const register = async (app: TestApp, given: Given = {}): Promise<TestUser> => {
  const { name, email } = nextUser(given);
  const response = await app.call('POST', '/auth/sign-up/email', {
    body: { email, name, password: PASSWORD, image: PHOTO },
  });
  if (response.status !== 200) throw new Error(`Not registered: ${JSON.stringify(response.body)}`);
  const cookie = cookieOf(response);
  await app.call('POST', '/users', { body: { email, name, photo: PHOTO }, cookie });
  return { email, name, cookie, token: await tokenFor(app, email, cookie) };
};

export const signIn = async (app: TestApp, email: string, password: string): Promise<TestUser> => {
  const response = await app.call('POST', '/auth/sign-in/email', { body: { email, password } });
  if (response.status !== 200) throw new Error(`Not signed in: ${JSON.stringify(response.body)}`);
  const cookie = cookieOf(response);
  return {
    email,
    name: response.body.user.name as string,
    cookie,
    token: await tokenFor(app, email, cookie),
  };
};

/** Creates a live session for one of the demo's sample accounts. */
export const signInAs = async (app: Pick<TestApp, 'pool'>, label: SampleAccount): Promise<TestUser> => {
  const { email } = sampleAccount(label);
  const { rows } = await app.pool.query<{ name: string }>(
    'select name from identity."user" where email = $1',
    [email],
  );
  return { email, name: rows[0]!.name, ...(await createSession(app, email)) };
};
