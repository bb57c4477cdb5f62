import { queryOptions } from '@tanstack/react-query';
import * as calls from '#contract/account.ts';
import { request } from './api-client.ts';
import { identity, orThrow } from './identity.ts';

export const sessionKeys = { all: ['sessions'] as const };

/** Where the signed-in person is signed in, the newest first. */
export const sessionsQuery = queryOptions({
  queryKey: sessionKeys.all,
  queryFn: async () => {
    const sessions = await orThrow(identity.listSessions());
    return (sessions ?? []).sort((a, b) => Number(new Date(b.updatedAt)) - Number(new Date(a.updatedAt)));
  },
});

export const endSession = (token: string) => orThrow(identity.revokeSession({ token }));

/** Asks for a mail with a link; the answer is the same whether or not the address has an account. */
export const requestPasswordReset = (email: string) => orThrow(identity.requestPasswordReset({ email }));

export const resetPassword = (newPassword: string, token: string) =>
  orThrow(identity.resetPassword({ newPassword, token }));

export const requestEmailConfirmation = async () => (await request(calls.requestEmailConfirmation)).data;

/** Asks for another address; the answer is the same whether or not somebody has it. */
export const requestEmailChange = async (body: calls.EmailChange) =>
  (await request(calls.requestEmailChange, { body })).data;

/** Follows a link of an email to the signed-in user. */
export const followEmailLink = async (token: string) =>
  (await request(calls.followEmailLink, { body: { token } })).data;

export const fetchPersonalData = async () => (await request(calls.getPersonalData)).data;

export const deleteOwnAccount = async (body: calls.AccountDeletion) =>
  (await request(calls.deleteOwnAccount, { body })).data;

/** The server signs out everywhere else. */
export const changePassword = (currentPassword: string, newPassword: string) =>
  orThrow(identity.changePassword({ currentPassword, newPassword }));

/** Begins to set up two-factor sign-in: it counts once a first code is given. */
export const beginSecondFactor = async (password: string) => {
  const answer = await orThrow(identity.twoFactor.enable({ password }));
  if (answer?.method !== 'totp') throw new Error('The identity provider offers another second factor');
  return { uri: answer.totpURI, backupCodes: answer.backupCodes };
};

export const endSecondFactor = (password: string) => orThrow(identity.twoFactor.disable({ password }));

/** A code of the authenticator app, six digits, or one of the backup codes, which are longer. */
export const giveCode = (code: string) =>
  /^\d{6}$/.test(code)
    ? orThrow(identity.twoFactor.verifyTotp({ code }))
    : orThrow(identity.twoFactor.verifyBackupCode({ code }));
