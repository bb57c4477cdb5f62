import { SAMPLE_ACCOUNTS } from '#server/demo-data/sample-accounts.ts';
import type { Answered, TestApp } from './test-app.ts';

/** Somebody with a live session at the server under test. */
export interface TestUser {
  email: string;
  name: string;
  cookie: string;
  token: string;
}

const PASSWORD = 'a good password';
let counter = 0;

export const cookieOf = ({ headers }: Answered): string =>
  headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');

/** An access token for a live session. */
export const tokenFor = async (app: TestApp, email: string, cookie: string): Promise<string> => {
  const { status, body } = await app.call('POST', '/jwt', { body: { email }, cookie });
  if (status !== 200) throw new Error(`No token: ${JSON.stringify(body)}`);
  return body.token as string;
};

/** Registers somebody new, as the registration screen does. They are a student. */
export const register = async (
  app: TestApp,
  given: { name?: string; email?: string } = {},
): Promise<TestUser> => {
  counter += 1;
  const { name = `Student ${counter}`, email = `student-${counter}@example.test` } = given;
  const image = '/pictures/avatars/05.svg';
  const answer = await app.call('POST', '/auth/sign-up/email', {
    body: { email, name, password: PASSWORD, image },
  });
  if (answer.status !== 200) throw new Error(`Not registered: ${JSON.stringify(answer.body)}`);
  const cookie = cookieOf(answer);
  await app.call('POST', '/users', { body: { email, name, photo: image }, cookie });
  return { email, name, cookie, token: await tokenFor(app, email, cookie) };
};

export const signIn = async (app: TestApp, email: string, password: string): Promise<TestUser> => {
  const answer = await app.call('POST', '/auth/sign-in/email', { body: { email, password } });
  if (answer.status !== 200) throw new Error(`Not signed in: ${JSON.stringify(answer.body)}`);
  const cookie = cookieOf(answer);
  return { email, name: answer.body.user.name as string, cookie, token: await tokenFor(app, email, cookie) };
};

/** Signs in as one of the demo's sample accounts. */
export const signInAs = (app: TestApp, label: 'User' | 'Admin' | 'Teacher'): Promise<TestUser> => {
  const { email, password } = SAMPLE_ACCOUNTS.find((account) => account.label === label)!;
  return signIn(app, email, password);
};
