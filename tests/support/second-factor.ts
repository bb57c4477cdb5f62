import { cookieOf, tokenFor, type TestUser } from './users.ts';
import type { ApiResponse, TestApp } from './test-app.ts';
import { codeFor } from './totp.ts';
import { PASSWORD } from './password.ts';

export const giveCode = (app: TestApp, code: string, cookie: string): Promise<ApiResponse> =>
  app.call('POST', '/auth/two-factor/verify-totp', { body: { code }, cookie });

/**
 * Sets up two-factor authentication. @returns the user with a new session, the key, the backup codes and the used
 * code
 */
export const setUpSecondFactor = async (app: TestApp, person: TestUser, password = PASSWORD) => {
  const begun = await app.call('POST', '/auth/two-factor/enable', {
    body: { password },
    cookie: person.cookie,
  });
  const { totpURI, backupCodes } = begun.body as { totpURI: string; backupCodes: string[] };
  const code = codeFor(totpURI);
  const proven = await giveCode(app, code, person.cookie);
  if (proven.status !== 200) throw new Error(`Not set up: ${JSON.stringify(proven.body)}`);
  const cookie = cookieOf(proven);
  const token = await tokenFor(app, person.email, cookie);
  return { ...person, cookie, token, totpURI, backupCodes, code };
};
