import { inferAdditionalFields, oauthPopupClient, twoFactorClient } from 'better-auth/client/plugins';
import { createAuthClient } from 'better-auth/react';
import { ApiError } from '#web/calls/client/api-error.ts';
import { fetchInTime } from '#web/calls/client/transport.ts';
import { STORAGE_KEYS } from '#web/storage-keys.ts';
import {
  currentAccessToken,
  currentCaller,
  endSession,
  removeAccessToken,
  renewAccessToken,
} from './access-token.ts';
import { followClient } from './identity-state.ts';
import { reportRefusal } from './refusals.ts';

const fetchOrExplain: typeof fetch = (url, init) =>
  fetchInTime(url, init).catch((error: unknown) => {
    throw ApiError.noResponse(error);
  });

/** The identity provider's client. It is only loaded for signed-in users and those who sign in (`identity-session.ts`). */
export const identity = createAuthClient({
  basePath: '/api/auth',
  fetchOptions: { customFetchImpl: fetchOrExplain },
  plugins: [
    oauthPopupClient(),
    twoFactorClient(),
    inferAdditionalFields({ session: { secondFactorAt: { type: 'date', required: false } } }),
  ],
});

// Subscribing to the session makes a request, which the server must not send.
if (typeof window !== 'undefined') {
  identity.$store.atoms.session!.subscribe(followClient);
  // A login in another tab, without a logout before it, says nothing else.
  window.addEventListener('storage', ({ key, newValue }) => {
    const isOther = key === STORAGE_KEYS.accessToken && newValue && !currentAccessToken();
    if (isOther) identity.$store.notify('$sessionSignal');
  });
}

type IdentitySession = typeof identity.$Infer.Session;

const show = (data: IdentitySession | null): void => {
  const { session } = identity.$store.atoms;
  session!.set({ ...session!.get(), data, error: null, isPending: false });
};

/**
 * Signs the user out in this browser only, because the server cannot be told. If the session continues there, the
 * next check finds it.
 */
export const forgetSession = (): void => {
  removeAccessToken();
  show(null);
};

/** Messages for the user by the identity provider's error codes. */
const MESSAGES: Record<string, string> = {
  INVALID_EMAIL_OR_PASSWORD:
    'Incorrect email or password. Please try again, or choose “Forgot your password?” to set a new one.',
  USER_ALREADY_EXISTS: 'An account with this email already exists. Please log in.',
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: 'An account with this email already exists. Please log in.',
  INVALID_CODE: 'Incorrect code. Codes change every 30 seconds.',
  INVALID_BACKUP_CODE: 'That isn’t a valid backup code, or it has already been used.',
  SECOND_FACTOR_UNREADABLE:
    'Your authenticator app and backup codes no longer work here. Please ask an admin to reset your second factor.',
  INVALID_TWO_FACTOR_COOKIE: 'This took too long. Please log in again.',
  ACCOUNT_TEMPORARILY_LOCKED: 'Too many incorrect codes. Please wait 15 minutes.',
  INVALID_PASSWORD: 'Incorrect password.',
  CREDENTIAL_ACCOUNT_NOT_FOUND:
    'Your account has no password yet. Log out and choose “Forgot your password?” to set one.',
  INVALID_TOKEN: 'This link has expired or has already been used. Please request a new one.',
  PASSWORD_TOO_SHORT: 'This password is too short.',
  PASSWORD_TOO_COMMON: 'This password is too common. Please choose another.',
  PASSWORD_TOO_LONG: 'This password is too long.',
  REGISTRATION_CLOSED: 'Registration is closed at the moment.',
  INVITATION_NEEDED:
    'You need an invitation to create an account here. Open the link in your invitation first.',
  INVITATION_INVALID: 'This invitation has expired, been revoked or already been used.',
  INVITATION_FOR_OTHER: 'Your invitation is for another email address.',
  FAILED_TO_CREATE_USER: 'Your account could not be created. Please try again.',
  unable_to_create_user: 'Your account could not be created. Please try again.',
  POPUP_BLOCKED: 'Your browser blocked the sign-in window. Allow pop-ups for this site and try again.',
  POPUP_CLOSED: 'The sign-in window was closed before you were signed in.',
  POPUP_TIMEOUT: 'The sign-in took too long. Please try again.',
  POPUP_SIGN_IN_FAILED: 'Sign-in failed. Please try again.',
  access_denied: 'The sign-in was canceled.',
  account_not_linked:
    'An account with this email already has a password. Log in with it, or choose "Forgot your password?".',
};

/** The fields that an error is about, as the forms name them. */
const FIELDS: Record<string, readonly string[]> = {
  USER_ALREADY_EXISTS: ['email'],
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: ['email'],
  PASSWORD_TOO_SHORT: ['password', 'newPassword'],
  PASSWORD_TOO_COMMON: ['password', 'newPassword'],
  PASSWORD_TOO_LONG: ['password', 'newPassword'],
};
const FALLBACK = 'Something went wrong. Please try again.';

/** An error response of the provider, or of the API in front of it, which nests the message in `error`. */
interface IdentityFailure {
  status?: number;
  code?: string;
  message?: string;
  error?: { message?: string };
}

const describe = ({ code, message, error }: IdentityFailure): string =>
  (code && MESSAGES[code]) || error?.message || message || FALLBACK;

/** An error of the identity provider, with its code. */
export class IdentityError extends Error {
  override name = 'IdentityError';
  readonly code?: string;
  readonly status?: number;
  /** The message by the fields that it is about. */
  readonly fields: Record<string, string>;

  constructor(failure: IdentityFailure) {
    super(describe(failure));
    this.code = failure.code;
    this.status = failure.status;
    const fields = FIELDS[failure.code ?? ''] ?? [];
    this.fields = Object.fromEntries(fields.map((field) => [field, this.message]));
  }
}

/** Converts an error response of the identity provider into an error whose message is written for the user. */
export const identityError = (failure: IdentityFailure): IdentityError => new IdentityError(failure);

/**
 * Awaits a call to the identity provider.
 * @throws Error whose message is written for the user
 */
export const orThrow = async <T>(call: Promise<{ data: T; error: IdentityFailure | null }>): Promise<T> => {
  const { data, error } = await call.catch((failure: unknown) => {
    throw ApiError.noResponse(failure);
  });
  if (error) throw identityError(error);
  return data;
};

/** Refused codes of a second factor (401), which say nothing about the session. */
const WRONG_CODES = ['INVALID_CODE', 'INVALID_BACKUP_CODE'];

/** Whether an error says that a call which needs a session came without one. */
const isWithoutSession = (error: unknown): error is IdentityError =>
  error instanceof IdentityError && error.status === 401 && !WRONG_CODES.includes(error.code ?? '');

/**
 * Awaits a call to the identity provider that needs a session. If the server refuses the caller, the session signs out, as
 * it does for calls of the API. A wrong password is another error (400).
 * @throws Error whose message is written for the user
 */
export const inSessionOrThrow = async <T>(call: Parameters<typeof orThrow<T>>[0]): Promise<T> => {
  const caller = currentCaller();
  try {
    return await orThrow(call);
  } catch (error) {
    if (!isWithoutSession(error) || !caller || currentCaller() !== caller) throw error;
    // Without a session, a code is taken for that of a login, which is said to have taken too long.
    const isOfLogin = error.code === 'INVALID_TWO_FACTOR_COOKIE';
    const refusal = isOfLogin ? new IdentityError({ status: 401, message: 'Please log in' }) : error;
    reportRefusal(refusal);
    throw refusal;
  }
};

/** Shows a user who has logged in in another tab. */
const showOther = (other: IdentitySession): void => {
  // Before the screens show the user, because their calls need the token.
  void renewAccessToken(other.user.email).catch(() => undefined);
  show(other);
};

/**
 * Changes the user's name and picture. The session decides whose they are, and may be that of another user by now, who
 * has logged in in another tab: the server refuses to change theirs, and the screens show that user.
 * @throws Error whose message is written for the user
 */
export const updateProfile = async (name: string, image: string): Promise<void> => {
  const caller = currentCaller();
  const body = caller === null ? {} : { email: caller };
  try {
    await inSessionOrThrow(identity.updateUser({ name, image, fetchOptions: { body } }));
  } catch (error) {
    const isConflict = error instanceof IdentityError && error.status === 409;
    const present = isConflict ? await orThrow(identity.getSession()) : null;
    if (!present || present.user.email === caller) throw error;
    showOther(present);
    throw new Error('Another user has logged in here, in another tab. Your profile was not changed.', {
      cause: error,
    });
  }
};

/**
 * Ends the session of a user whose call the server has refused. If the browser has that of another user by now, who has
 * logged in in another tab, that one continues, and the screens show it.
 * @returns whether nobody is logged in any more
 */
export const endRefusedSession = async (email: string): Promise<boolean> => {
  let other = null as IdentitySession | null;
  const end = async () => {
    const present = await orThrow(identity.getSession());
    if (present && present.user.email !== email) other = present;
    else await orThrow(identity.signOut());
  };
  // If that fails, the server has already ended the session or is unreachable.
  await endSession(end).catch(forgetSession);
  if (!other) return true;
  showOther(other);
  return false;
};
