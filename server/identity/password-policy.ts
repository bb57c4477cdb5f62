import { APIError } from 'better-auth/api';

/** The calls that set a password, and what it is called in their bodies. */
const SETTERS: Record<string, string> = {
  '/sign-up/email': 'password',
  '/change-password': 'newPassword',
  '/reset-password': 'newPassword',
};

/** Passwords are hashed in this form, so they are judged in it as well. */
const normalize = (password: string): string => password.normalize('NFKC').toLowerCase();

/** Some 40,000, in lower case: read when the first password is set, which a server may never see. */
const readList = async (): Promise<Set<string>> => {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common'].map(normalize));
};

let list: Promise<Set<string>> | undefined;

/**
 * Refuses to set a password that is too short, counted in characters as people see them, or among those that are
 * tried first (OWASP ASVS 5.0, 6.2.1 and 6.2.4).
 * @param minLength of a new password, in characters
 * @throws APIError `PASSWORD_TOO_SHORT` or `PASSWORD_TOO_COMMON`
 */
export const checkNewPassword = async (path: string, body: unknown, minLength: number): Promise<void> => {
  const setter = SETTERS[path];
  const password = setter && (body as Record<string, unknown> | undefined)?.[setter];
  if (typeof password !== 'string') return;
  const normalized = normalize(password);
  if (Array.from(normalized).length < minLength) {
    throw new APIError('BAD_REQUEST', {
      code: 'PASSWORD_TOO_SHORT',
      message: `Password must be at least ${minLength} characters`,
    });
  }
  list ??= readList();
  if ((await list).has(normalized)) {
    throw new APIError('BAD_REQUEST', {
      code: 'PASSWORD_TOO_COMMON',
      message: 'This password is too common',
    });
  }
};
