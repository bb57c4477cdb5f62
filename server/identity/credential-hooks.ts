import { getCurrentAdapter } from 'better-auth';
import { APIError, createAuthMiddleware, isAPIError } from 'better-auth/api';
import { and, eq } from 'drizzle-orm';
import type { Database } from '../database/client.ts';
import { identitySessions, identityTwoFactors, identityUsers } from '../database/schema.ts';
import type { SendEmail } from '../email/email.ts';
import { type CheckRegistration, requireRegistrationAllowed } from './check-registration.ts';
import { changedMeanwhile } from './changed-meanwhile.ts';
import { claimAccount } from './claim-account.ts';
import { type CredentialState, hasProvider, lockWithSession, readCredentials } from './credential-state.ts';
import {
  type Context,
  findSubject,
  PATHS,
  provesSecondFactor,
  spendCode,
  type Subject,
} from './credential-subject.ts';
import { passwordChangedEmail, recipientOf, secondFactorEmail } from './identity-emails.ts';
import { checkNewPassword } from './password-policy.ts';
import { isFresh } from './second-factor.ts';

interface HookOptions {
  db: Database;
  /** The minimum length of a new password, in characters. */
  passwordMinLength: number;
  sendEmail?: SendEmail;
  /** Decides who may create an account. */
  checkRegistration: CheckRegistration;
}

interface Checked extends CredentialState, Subject {
  /** The encrypted key that a code was checked against. */
  key?: string;
}

/** What each pending request was checked against. */
type Checks = WeakMap<object, Checked>;

interface HookContext extends HookOptions {
  checks: Checks;
}

const findCheck = (checks: Checks, ctx: Context | null): Checked | undefined =>
  ctx?.request && checks.get(ctx.request);

/** The cast is needed because the library does not type additional session fields. */
const codeGivenAt = (ctx: Context): Date | null =>
  (ctx.context.session?.session as { secondFactorAt?: Date | null } | undefined)?.secondFactorAt ?? null;

/** Runs before each endpoint: checks the request, and remembers the credentials that it was checked against. */
const beforeEndpoint = ({ db, passwordMinLength, checkRegistration, checks }: HookContext) =>
  createAuthMiddleware(async (ctx) => {
    // Before anything else, so that a closed site neither hashes passwords nor tells which addresses have an account.
    if (ctx.path === PATHS.signUp)
      await requireRegistrationAllowed(checkRegistration, (ctx.body as { email: string }).email, ctx);
    await checkNewPassword(ctx.path, ctx.body, passwordMinLength);
    const subject = await findSubject(db, ctx);
    const state = subject && (await readCredentials(db, subject.userId));
    if (state && ctx.request) {
      const key = provesSecondFactor(ctx.path) ? await spendCode(db, ctx, state.userId) : undefined;
      checks.set(ctx.request, { ...subject, ...state, key });
    }
    if (ctx.path === PATHS.disable && state?.hasSecondFactor && !isFresh(codeGivenAt(ctx)))
      throw new APIError('CONFLICT', {
        code: 'CODE_NEEDED',
        message: 'Enter a code from your authenticator app first',
      });
  });

/**
 * Runs after each endpoint: records a passed second factor in the session, notifies the user of changes, and adds the
 * account's address to the response to a password reset.
 */
const afterEndpoint = ({ db, sendEmail, checks }: HookContext) =>
  createAuthMiddleware(async (ctx) => {
    if (isAPIError(ctx.context.returned)) return undefined;
    if (ctx.path === PATHS.resetPassword)
      return ctx.json({ status: true, email: findCheck(checks, ctx)?.email });
    const session = ctx.context.session;
    if (!session) return undefined;
    if (provesSecondFactor(ctx.path)) {
      // An existing session is updated here; a new one gets the timestamp in `markSecondFactor`.
      if (ctx.context.newSession) await sendEmail?.(secondFactorEmail(recipientOf(session.user), true));
      else if (session.user.twoFactorEnabled)
        await db
          .update(identitySessions)
          .set({ secondFactorAt: new Date() })
          .where(eq(identitySessions.id, session.session.id));
    }
    if (ctx.path === PATHS.disable) await sendEmail?.(secondFactorEmail(recipientOf(session.user), false));
    if (ctx.path === PATHS.changePassword) await sendEmail?.(passwordChangedEmail(recipientOf(session.user)));
    return undefined;
  });

/** Adds to a new session when it passed the second factor. A changed password keeps the time of the previous session. */
const markSecondFactor = async <Session extends object>(created: Session, ctx: Context | null) => {
  const kept = ctx?.path === PATHS.changePassword ? codeGivenAt(ctx) : null;
  const secondFactorAt = provesSecondFactor(ctx?.path) ? new Date() : kept;
  return { data: { ...created, secondFactorAt } };
};

/** Whether the credentials that a new session is based on are still those that were checked. */
const isStillGood = async (
  { db, checks }: HookContext,
  userId: string,
  ctx: Context | null,
): Promise<boolean> => {
  if (ctx?.path === PATHS.callback)
    return hasProvider(db, userId, (ctx.params as { id: string } | undefined)?.id ?? '');
  const checked = findCheck(checks, ctx);
  // A changed password was already compared when it was stored.
  if (!checked || ctx?.path === PATHS.changePassword) return true;
  const current = await readCredentials(db, checked.userId);
  // In a session, the request itself turns the second factor on or off.
  const hasSameFactor =
    checked.sessionId !== undefined || current?.hasSecondFactor === checked.hasSecondFactor;
  return current?.passwordHash === checked.passwordHash && hasSameFactor;
};

/** Runs after a session was created: ends it if its credentials have changed in the meantime. */
const afterSession =
  (context: HookContext) =>
  async ({ id, userId }: { id: string; userId: string }, ctx: Context | null): Promise<void> => {
    if (await isStillGood(context, userId, ctx)) return;
    await context.db.delete(identitySessions).where(eq(identitySessions.id, id));
    throw changedMeanwhile();
  };

/** Stores a password in the library's transaction; the library then stores the same password again. */
const beforePassword =
  ({ checks }: HookContext) =>
  async ({ password }: { password?: string | null }, ctx: Context | null): Promise<void> => {
    const checked = findCheck(checks, ctx);
    if (!ctx || !checked || typeof password !== 'string') return;
    const adapter = await getCurrentAdapter(ctx.context.adapter);
    if (ctx.path === PATHS.resetPassword) await claimAccount(adapter, checked.userId);
    if (ctx.path !== PATHS.changePassword) return;
    const changed = await adapter.updateMany({
      model: 'account',
      where: [
        { field: 'userId', value: checked.userId },
        { field: 'providerId', value: 'credential' },
        { field: 'password', value: checked.passwordHash },
      ],
      update: { password },
    });
    if (changed === 0) throw changedMeanwhile();
  };

/** Turns the second factor on with the key that the code was checked against, if the session still exists. */
const beforeSecondFactor =
  ({ db, checks }: HookContext) =>
  async ({ twoFactorEnabled }: Record<string, unknown>, ctx: Context | null): Promise<void> => {
    if (ctx?.path !== PATHS.verifyCode || twoFactorEnabled !== true) return;
    const { userId, sessionId = '', passwordHash, key = '' } = findCheck(checks, ctx)!;
    await db.transaction(async (trx) => {
      const hasSession = await lockWithSession(trx, { identityId: userId, sessionId });
      const current = await readCredentials(trx, userId);
      if (!hasSession || current?.passwordHash !== passwordHash) throw changedMeanwhile();
      const verified = await trx
        .update(identityTwoFactors)
        .set({ verified: true })
        .where(and(eq(identityTwoFactors.userId, userId), eq(identityTwoFactors.secret, key)))
        .returning({ id: identityTwoFactors.id });
      if (verified.length === 0) throw changedMeanwhile();
      await trx.update(identityUsers).set({ twoFactorEnabled: true }).where(eq(identityUsers.id, userId));
    });
  };

/**
 * The credential rules that the library lacks: a code works once, a session records when it passed the second factor,
 * users are notified of changes by email, and the credentials that a request was checked against must still be valid
 * when it takes effect. Otherwise a pending request could undo the owner's change or reset of the password, or leave a
 * session behind.
 */
export const createCredentialHooks = (options: HookOptions) => {
  const context: HookContext = { ...options, checks: new WeakMap() };
  return {
    before: beforeEndpoint(context),
    after: afterEndpoint(context),
    session: { create: { before: markSecondFactor, after: afterSession(context) } },
    beforePassword: beforePassword(context),
    beforeSecondFactor: beforeSecondFactor(context),
  };
};

export type CredentialHooks = ReturnType<typeof createCredentialHooks>;
