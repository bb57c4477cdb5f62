import { APIError, createAuthMiddleware, getSessionFromCtx, isAPIError } from 'better-auth/api';
import { symmetricDecrypt } from 'better-auth/crypto';
import { and, eq } from 'drizzle-orm';
import type { Database } from '../database/client.ts';
import { identityAccounts, identitySessions, identityTwoFactors, identityUsers } from '../database/schema.ts';
import type { SendEmail } from '../email/email.ts';
import { type Admit, requireAdmission } from './admission.ts';
import { passwordChangedEmail, secondFactorEmail } from './identity-emails.ts';
import { checkNewPassword } from './password-policy.ts';
import { isFresh, spendStep, stepOfCode } from './second-factor.ts';

const PATHS = {
  signUp: '/sign-up/email',
  signIn: '/sign-in/email',
  changePassword: '/change-password',
  verifyCode: '/two-factor/verify-totp',
  verifyBackupCode: '/two-factor/verify-backup-code',
  disable: '/two-factor/disable',
} as const;
/** The library's name for the cookie between password and code. */
const CHALLENGE_COOKIE = 'two_factor';

type Context = Parameters<Parameters<typeof createAuthMiddleware>[0]>[0];

interface HookOptions {
  db: Database;
  /** The minimum length of a new password, in characters. */
  passwordMinLength: number;
  sendEmail?: SendEmail;
  /** Decides who may create an account. */
  admit: Admit;
}

/** The cast is needed because the library does not type additional session fields. */
const codeGivenAt = (ctx: Context): Date | null =>
  (ctx.context.session?.session as { secondFactorAt?: Date | null } | undefined)?.secondFactorAt ?? null;

const provesSecondFactor = (path: string | undefined): boolean =>
  path === PATHS.verifyCode || path === PATHS.verifyBackupCode;

const userOfSession = async (ctx: Context): Promise<string | undefined> =>
  (await getSessionFromCtx(ctx, { disableRefresh: true }))?.user.id;

/** The id of the user who has entered their password and has to enter a code next. */
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

/** Marks a code as used. @throws APIError `INVALID_CODE` if this or a later code was used before */
const spendCode = async (db: Database, ctx: Context, userId: string): Promise<void> => {
  const [factor] = await db
    .select({ secret: identityTwoFactors.secret })
    .from(identityTwoFactors)
    .where(eq(identityTwoFactors.userId, userId));
  if (!factor) return;
  const key = await symmetricDecrypt({ key: ctx.context.secretConfig, data: factor.secret });
  const step = stepOfCode(key, (ctx.body as { code: string }).code);
  if (step !== undefined && !(await spendStep(db, userId, step)))
    throw new APIError('UNAUTHORIZED', { code: 'INVALID_CODE', message: 'This code has already been used' });
};

/**
 * The credential rules that the library lacks: a code works once, a session records when it passed the second factor, a
 * sign-in that is concurrent with a password change creates no session, and users are notified of changes by email.
 */
export const createCredentialHooks = ({ db, passwordMinLength, sendEmail, admit }: HookOptions) => {
  /** The password hash that each pending sign-in was checked against. */
  const pendingSignIns = new WeakMap<object, { userId: string; hash: string | null | undefined }>();

  const before = createAuthMiddleware(async (ctx) => {
    // Before anything else, so that a closed site neither hashes passwords nor tells which addresses have an account.
    if (ctx.path === PATHS.signUp) await requireAdmission(admit, (ctx.body as { email: string }).email, ctx);
    await checkNewPassword(ctx.path, ctx.body, passwordMinLength);
    if (ctx.path === PATHS.signIn || provesSecondFactor(ctx.path)) {
      const signedIn = ctx.path === PATHS.signIn ? undefined : await userOfSession(ctx);
      const entering =
        ctx.path === PATHS.signIn
          ? await findUserId(db, (ctx.body as { email: string }).email)
          : !signedIn && (await userOfChallenge(ctx));
      if (entering && ctx.request)
        pendingSignIns.set(ctx.request, { userId: entering, hash: await passwordHash(db, entering) });
      const userId = signedIn ?? entering;
      if (userId && ctx.path === PATHS.verifyCode) await spendCode(db, ctx, userId);
    }
    if (ctx.path === PATHS.disable) {
      const session = await getSessionFromCtx(ctx, { disableRefresh: true });
      if (session?.user.twoFactorEnabled && !isFresh(codeGivenAt(ctx)))
        throw new APIError('CONFLICT', {
          code: 'CODE_NEEDED',
          message: 'Enter a code from your authenticator app first',
        });
    }
  });

  const after = createAuthMiddleware(async (ctx) => {
    if (isAPIError(ctx.context.returned)) return;
    const session = ctx.context.session;
    if (!session) return;
    if (provesSecondFactor(ctx.path)) {
      // An existing session is updated here; a new one gets the timestamp in `session.create.before`.
      if (ctx.context.newSession) await sendEmail?.(secondFactorEmail(session.user, true));
      else if (session.user.twoFactorEnabled)
        await db
          .update(identitySessions)
          .set({ secondFactorAt: new Date() })
          .where(eq(identitySessions.id, session.session.id));
    }
    if (ctx.path === PATHS.disable) await sendEmail?.(secondFactorEmail(session.user, false));
    if (ctx.path === PATHS.changePassword) await sendEmail?.(passwordChangedEmail(session.user));
  });

  const session = {
    create: {
      before: async <Session extends object>(created: Session, ctx: Context | null) => {
        const kept = ctx?.path === PATHS.changePassword ? codeGivenAt(ctx) : null;
        const secondFactorAt = provesSecondFactor(ctx?.path) ? new Date() : kept;
        return { data: { ...created, secondFactorAt } };
      },
      after: async ({ id }: { id: string }, ctx: Context | null) => {
        const started = ctx?.request && pendingSignIns.get(ctx.request);
        if (!started || (await passwordHash(db, started.userId)) === started.hash) return;
        await db.delete(identitySessions).where(eq(identitySessions.id, id));
        throw new APIError('UNAUTHORIZED', {
          code: 'INVALID_EMAIL_OR_PASSWORD',
          message: 'The password was changed in the meantime',
        });
      },
    },
  };

  return { before, after, session };
};
