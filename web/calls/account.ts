import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import * as calls from '#contract/account.ts';
import { request } from './client/api-client.ts';
import { identity, inSessionOrThrow, orThrow } from './session/identity.ts';

export const sessionKeys = { all: ['sessions'] as const };

/**
 * The user's active sessions, newest first.
 * @param current token of this browser's session: when that is replaced, others have ended as well
 */
export const sessionsQuery = (current: string | undefined) =>
  queryOptions({
    queryKey: [...sessionKeys.all, current],
    queryFn: async () => {
      const sessions = await orThrow(identity.listSessions());
      return (sessions ?? []).sort((a, b) => Number(new Date(b.updatedAt)) - Number(new Date(a.updatedAt)));
    },
    placeholderData: keepPreviousData,
  });

export const revokeSession = (token: string) => inSessionOrThrow(identity.revokeSession({ token }));

/** Requests an email with a link. The response does not reveal whether the address has an account. */
export const requestPasswordReset = (email: string) => orThrow(identity.requestPasswordReset({ email }));

/** Sets a new password. @returns the email address of the account */
export const resetPassword = async (newPassword: string, token: string): Promise<string | undefined> => {
  const response = await orThrow(identity.resetPassword({ newPassword, token }));
  // The library does not know what our server adds.
  return (response as { email?: string } | null)?.email;
};

export const requestEmailConfirmation = async () => (await request(calls.requestEmailConfirmation)).data;

/** Requests a change of address. The response does not reveal whether the address is taken. */
export const requestEmailChange = async (body: calls.EmailChange) =>
  (await request(calls.requestEmailChange, { body })).data;

/** Redeems the token of a link that was emailed to the signed-in user. */
export const followEmailLink = async (token: string) =>
  (await request(calls.followEmailLink, { body: { token } })).data;

/** Creates a short-lived link to a ZIP archive of the user's private files. */
export const fetchOwnFilesLink = async (): Promise<string> =>
  (await request(calls.getOwnFilesLink)).data.address;

/** Whether the account has a password. Setting the first one ends the session. */
export const hasPasswordQuery = (email: string) =>
  queryOptions({
    queryKey: ['password', email],
    queryFn: async () => (await request(calls.hasPassword)).data.hasPassword,
  });

export const fetchPersonalData = async () => (await request(calls.getPersonalData)).data;

export const fetchOwnDeletionLoss = async () => (await request(calls.getOwnDeletionLoss)).data;

export const deleteOwnAccount = async (body: calls.AccountDeletion) =>
  (await request(calls.deleteOwnAccount, { body })).data;

/** Changes the password. The server ends the user's other sessions. */
export const changePassword = (currentPassword: string, newPassword: string) =>
  inSessionOrThrow(identity.changePassword({ currentPassword, newPassword }));

/** Puts the site's name into a key's URI, so that the authenticator app lists it under that name. */
const nameKey = (uri: string, site: string): string => {
  const { searchParams, pathname } = new URL(uri);
  const account = decodeURIComponent(pathname).split(':').at(-1) ?? '';
  searchParams.delete('issuer');
  const name = encodeURIComponent(site);
  return `otpauth://totp/${name}:${encodeURIComponent(account)}?${searchParams}&issuer=${name}`;
};

/**
 * Starts setting up two-factor authentication, which becomes active when the first code is verified.
 * @param site the site's name, for the authenticator app
 */
export const enableSecondFactor = async (password: string, site: string) => {
  const response = await inSessionOrThrow(identity.twoFactor.enable({ password }));
  if (response?.method !== 'totp')
    throw new Error('The identity provider returned an unexpected second factor');
  return { uri: nameKey(response.totpURI, site), backupCodes: response.backupCodes };
};

export const disableSecondFactor = (password: string) =>
  inSessionOrThrow(identity.twoFactor.disable({ password }));

/**
 * Verifies a six-digit code of the authenticator app or a backup code, which is longer, for the user's session or for a
 * login that needs one.
 */
export const verifyCode = (code: string) =>
  /^\d{6}$/.test(code)
    ? inSessionOrThrow(identity.twoFactor.verifyTotp({ code }))
    : inSessionOrThrow(identity.twoFactor.verifyBackupCode({ code }));
