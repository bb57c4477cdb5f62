import { APIError } from 'better-auth/api';

/** The endpoints that set a password, with the name of the password in the body. */
const SETTERS: Record<string, string> = {
  '/sign-up/email': 'password',
  '/change-password': 'newPassword',
  '/reset-password': 'newPassword',
};

/** The form in which passwords are checked. Hashing applies the same Unicode normalization. */
const normalize = (password: string): string => password.normalize('NFKC').toLowerCase();

/** About 40,000 common passwords. They are loaded when the first password is set, because most servers rarely need them. */
const readList = async (): Promise<Set<string>> => {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common'].map(normalize));
};

let list: Promise<Set<string>> | undefined;

/**
 * Rejects new passwords that are too short, counted in code points, or too common (OWASP ASVS 5.0, 6.2.1 and 6.2.4). It
 * ignores requests that set no password.
 * @param minLength the minimum length of a new password, in characters
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
