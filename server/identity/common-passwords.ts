import { APIError, createAuthMiddleware } from 'better-auth/api';
import { PASSWORD_LENGTH } from '#contract/constants.ts';

/** The calls that set a password, and what it is called in their bodies. */
const SETTERS: Record<string, string> = {
  '/sign-up/email': 'password',
  '/change-password': 'newPassword',
  '/reset-password': 'newPassword',
};

/** Some 40,000, in lower case: read when the first password is set, which a server may never see. */
const readList = async (): Promise<Set<string>> => {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common'].filter(({ length }) => length >= PASSWORD_LENGTH.min));
};

let list: Promise<Set<string>> | undefined;

/** Refuses to set a password that is among those that are tried first (OWASP ASVS 5.0, 6.2.4). */
export const refuseCommonPasswords = createAuthMiddleware(async ({ path, body }) => {
  const setter = SETTERS[path];
  const password = setter && (body as Record<string, unknown> | undefined)?.[setter];
  if (typeof password !== 'string') return;
  list ??= readList();
  if ((await list).has(password.toLowerCase())) {
    throw new APIError('BAD_REQUEST', {
      code: 'PASSWORD_TOO_COMMON',
      message: 'This password is one of those that are tried first',
    });
  }
});
