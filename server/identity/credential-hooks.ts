import { APIError, createAuthMiddleware, getSessionFromCtx, isAPIError } from 'better-auth/api';
import { symmetricDecrypt } from 'better-auth/crypto';
import { and, eq } from 'drizzle-orm';
import type { Database } from '../database/client.ts';
import { identityAccounts, identitySessions, identityTwoFactors, identityUsers } from '../database/schema.ts';
import type { SendMail } from '../mail/mailer.ts';
import { passwordChangedMail, secondFactorMail } from './identity-mails.ts';
import { checkNewPassword } from './password-policy.ts';
import { isFresh, spendStep, stepOfCode } from './second-factor.ts';

const PATHS = {
  signIn: '/sign-in/email',
  changePassword: '/change-password',
  verifyCode: '/two-factor/verify-totp',
  verifyBackupCode: '/two-factor/verify-backup-code',
  disable: '/two-factor/disable',
} as const;
/** The cookie between password and code, as the library names it. */
const CHALLENGE_COOKIE = 'two_factor';

type Context = Parameters<Parameters<typeof createAuthMiddleware>[0]>[0];

interface HookOptions {
  db: Database;
  /** Of a new password, in characters. */
  passwordMinLength: number;
  sendMail?: SendMail;
}

/** The library types what we add to a session as anything. */
const codeGivenAt = (ctx: Context): Date | null =>
  (ctx.context.session?.session as { secondFactorAt?: Date | null } | undefined)?.secondFactorAt ?? null;

const provesSecondFactor = (path: string | undefined): boolean =>
  path === PATHS.verifyCode || path === PATHS.verifyBackupCode;

const userOfSession = async (ctx: Context): Promise<string | undefined> =>
  (await getSessionFromCtx(ctx, { disableRefresh: true }))?.user.id;

/** Who has given their password and is asked for a code now. */
const userOfChallenge = async (ctx: Context): Promise<string | undefined> => {
  const { name } = ctx.context.createAuthCookie(CHALLENGE_COOKIE);
  const challenge = await ctx.getSignedCookie(name, ctx.context.secret);
  const found = challenge && (await ctx.context.internalAdapter.findVerificationValue(challenge));
  return found ? found.value : undefined;
};

const passwordHash = async (db: Database, userId: string): Promise<string | null | undefined> => {
  const [account] = await db
    .select({ hash: identityAccounts.password })
    .from(identityAccounts)
    .where(and(eq(identityAccounts.userId, userId), eq(identityAccounts.providerId, 'credential')));
  return account?.hash;
};

const findUserId = async (db: Database, email: string): Promise<string | undefined> => {
  const [user] = await db
    .select({ id: identityUsers.id })
    .from(identityUsers)
    .where(eq(identityUsers.email, email));
  return user?.id;
};

/** @throws APIError `INVALID_CODE` where the code, or a later one, was used before */
const spendCode = async (db: Database, ctx: Context, userId: string): Promise<void> => {
  const [factor] = await db
    .select({ secret: identityTwoFactors.secret })
    .from(identityTwoFactors)
    .where(eq(identityTwoFactors.userId, userId));
  if (!factor) return;
  const key = await symmetricDecrypt({ key: ctx.context.secretConfig, data: factor.secret });
  const step = stepOfCode(key, (ctx.body as { code: string }).code);
  if (step !== undefined && !(await spendStep(db, userId, step)))
    throw new APIError('UNAUTHORIZED', { code: 'INVALID_CODE', message: 'This code was used' });
};

/**
 * What the product asks of credentials beyond the library: a code counts once, a session knows whether it passed the
 * second factor, a sign-in that a new password overtakes makes no session, and the user is told of what changed.
 */
export const createCredentialHooks = ({ db, passwordMinLength, sendMail }: HookOptions) => {
  /** The password that a sign-in under way rests on. */
  const underWay = new WeakMap<object, { userId: string; hash: string | null | undefined }>();

  const before = createAuthMiddleware(async (ctx) => {
    await checkNewPassword(ctx.path, ctx.body, passwordMinLength);
    if (ctx.path === PATHS.signIn || provesSecondFactor(ctx.path)) {
      const signedIn = ctx.path === PATHS.signIn ? undefined : await userOfSession(ctx);
      const entering =
        ctx.path === PATHS.signIn
          ? await findUserId(db, (ctx.body as { email: string }).email)
          : !signedIn && (await userOfChallenge(ctx));
      if (entering && ctx.request)
        underWay.set(ctx.request, { userId: entering, hash: await passwordHash(db, entering) });
      const userId = signedIn ?? entering;
      if (userId && ctx.path === PATHS.verifyCode) await spendCode(db, ctx, userId);
    }
    if (ctx.path === PATHS.disable) {
      const session = await getSessionFromCtx(ctx, { disableRefresh: true });
      if (session?.user.twoFactorEnabled && !isFresh(codeGivenAt(ctx)))
        throw new APIError('CONFLICT', {
          code: 'CODE_NEEDED',
          message: 'Enter a code of your authenticator app first',
        });
    }
  });

  const after = createAuthMiddleware(async (ctx) => {
    if (isAPIError(ctx.context.returned)) return;
    const session = ctx.context.session;
    if (!session) return;
    if (provesSecondFactor(ctx.path)) {
      // A session that is there already is marked; a new one was made with the mark.
      if (ctx.context.newSession) await sendMail?.(secondFactorMail(session.user, true));
      else if (session.user.twoFactorEnabled)
        await db
          .update(identitySessions)
          .set({ secondFactorAt: new Date() })
          .where(eq(identitySessions.id, session.session.id));
    }
    if (ctx.path === PATHS.disable) await sendMail?.(secondFactorMail(session.user, false));
    if (ctx.path === PATHS.changePassword) await sendMail?.(passwordChangedMail(session.user));
  });

  const session = {
    create: {
      before: async <Session extends object>(created: Session, ctx: Context | null) => {
        const kept = ctx?.path === PATHS.changePassword ? codeGivenAt(ctx) : null;
        const secondFactorAt = provesSecondFactor(ctx?.path) ? new Date() : kept;
        return { data: { ...created, secondFactorAt } };
      },
      after: async ({ id }: { id: string }, ctx: Context | null) => {
        const started = ctx?.request && underWay.get(ctx.request);
        if (!started || (await passwordHash(db, started.userId)) === started.hash) return;
        await db.delete(identitySessions).where(eq(identitySessions.id, id));
        throw new APIError('UNAUTHORIZED', {
          code: 'INVALID_EMAIL_OR_PASSWORD',
          message: 'The password was changed at the same moment',
        });
      },
    },
  };

  return { before, after, session };
};
