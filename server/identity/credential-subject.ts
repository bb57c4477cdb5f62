import { APIError, type createAuthMiddleware, getSessionFromCtx } from 'better-auth/api';
import { eq } from 'drizzle-orm';
import type { Database } from '../database/client.ts';
import { identityTwoFactors, identityUsers } from '../database/schema.ts';
import { decryptKey } from './readable-second-factors.ts';
import { spendStep, stepOfCode } from './second-factor.ts';

/** The library's endpoints that change a credential or create a session. */
export const PATHS = {
  signUp: '/sign-up/email',
  signIn: '/sign-in/email',
  callback: '/callback/:id',
  changePassword: '/change-password',
  resetPassword: '/reset-password',
  verifyCode: '/two-factor/verify-totp',
  verifyBackupCode: '/two-factor/verify-backup-code',
  disable: '/two-factor/disable',
} as const;
/** The library's name for the cookie between password and code. */
const CHALLENGE_COOKIE = 'two_factor';

export type Context = Parameters<Parameters<typeof createAuthMiddleware>[0]>[0];

/** The user whose credentials a request uses or changes. */
export interface Subject {
  userId: string;
  /** Absent if it is made without a session. */
  sessionId?: string;
}

/** Whether an endpoint accepts a code of the second factor. */
export const provesSecondFactor = (path: string | undefined): boolean =>
  path === PATHS.verifyCode || path === PATHS.verifyBackupCode;

/** Endpoints that create a session or change a credential in a session. */
const isInSession = (path: string | undefined): boolean =>
  provesSecondFactor(path) || path === PATHS.changePassword || path === PATHS.disable;

/** The id of the user who has entered their password and has to enter a code next. */
const userOfChallenge = async (ctx: Context): Promise<string | undefined> => {
  const { name } = ctx.context.createAuthCookie(CHALLENGE_COOKIE);
  const challenge = await ctx.getSignedCookie(name, ctx.context.secret);
  const found = challenge && (await ctx.context.internalAdapter.findVerificationValue(challenge));
  return found ? found.value : undefined;
};

/** The id of the user who got a password reset link. */
const userOfResetLink = async (ctx: Context): Promise<string | undefined> => {
  const { token } = ctx.body as { token: string };
  return (await ctx.context.internalAdapter.findVerificationValue(`reset-password:${token}`))?.value;
};

const findUserId = async (db: Database, email: string): Promise<string | undefined> => {
  const [user] = await db
    .select({ id: identityUsers.id })
    .from(identityUsers)
    .where(eq(identityUsers.email, email));
  return user?.id;
};

/** Finds the user whose credentials a request uses or changes. Undefined if there is none. */
export const findSubject = async (db: Database, ctx: Context): Promise<Subject | undefined> => {
  const without = (userId: string | undefined) => (userId === undefined ? undefined : { userId });
  if (ctx.path === PATHS.signIn) return without(await findUserId(db, (ctx.body as { email: string }).email));
  if (ctx.path === PATHS.resetPassword) return without(await userOfResetLink(ctx));
  if (!isInSession(ctx.path)) return undefined;
  const found = await getSessionFromCtx(ctx, { disableRefresh: true });
  if (found) return { userId: found.user.id, sessionId: found.session.id };
  return provesSecondFactor(ctx.path) ? without(await userOfChallenge(ctx)) : undefined;
};

/**
 * Prepares the check of a code of a user's second factor, if they have one. A code of the authenticator app is marked as used.
 * @returns the encrypted key that a code of the app is checked against
 * @throws APIError `INVALID_CODE` if this or a later code was used before, `SECOND_FACTOR_UNREADABLE` if no code can be
 *   checked, because the key and the backup codes were encrypted with another secret
 */
export const spendCode = async (db: Database, ctx: Context, userId: string): Promise<string | undefined> => {
  const [factor] = await db
    .select({ key: identityTwoFactors.secret })
    .from(identityTwoFactors)
    .where(eq(identityTwoFactors.userId, userId));
  if (!factor) return undefined;
  const key = await decryptKey(ctx.context.secretConfig, factor.key);
  if (key === undefined)
    throw new APIError('CONFLICT', {
      code: 'SECOND_FACTOR_UNREADABLE',
      message: 'The second factor was set up with another secret of the site and has to be reset',
    });
  if (ctx.path !== PATHS.verifyCode) return undefined;
  const step = stepOfCode(key, (ctx.body as { code: string }).code);
  if (step !== undefined && !(await spendStep(db, userId, step)))
    throw new APIError('UNAUTHORIZED', { code: 'INVALID_CODE', message: 'This code has already been used' });
  return factor.key;
};
