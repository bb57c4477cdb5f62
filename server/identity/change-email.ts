import { and, eq, ne } from 'drizzle-orm';
import type { EmailLinkOutcome } from '#contract/account.ts';
import { MESSAGE_PAGES } from '#contract/pages.ts';
import type { Database, Queryable, Transaction } from '../database/client.ts';
import { identityAccounts, identitySessions, identityUsers } from '../database/schema.ts';
import { SQL_STATES, sqlStateOf } from '../database/sql-state.ts';
import { ApiError } from '../http/api-error.ts';
import type { Email, SendEmail } from '../email/email.ts';
import { lockWithSession } from './credential-state.ts';
import { createEmailLink, deleteEmailLink, findEmailLink } from './email-links.ts';
import {
  changeApprovalEmail,
  changeRequestedEmail,
  confirmationEmail,
  addressChangedEmail,
  newAddressEmail,
  recipientOf,
} from './identity-emails.ts';
import { requireFreshCode } from './second-factor.ts';

/** Dependencies of sending email links. */
export interface LinkContext {
  db: Database;
  /** The public URL of the site, without a trailing slash. */
  baseUrl: string;
  sendEmail: SendEmail;
}

/** A signed-in user of the identity provider. */
export interface SignedIn {
  identityId: string;
  sessionId: string;
}

type IdentityUser = typeof identityUsers.$inferSelect;

/** The screen that submits a link's token, in the session of the current user. */
const linkTo = (baseUrl: string, token: string): string =>
  `${baseUrl}${MESSAGE_PAGES.emailLink}?token=${token}`;

/** The same for a link that changes the address, as the screen says. */
const changeLinkTo = (baseUrl: string, token: string): string => `${linkTo(baseUrl, token)}&for=change`;

type Person = Pick<IdentityUser, 'id' | 'name' | 'email' | 'emailVerified'>;

/** Creates a link that confirms the user's address. It replaces an earlier one. */
const confirm = async (db: Queryable, baseUrl: string, user: Person): Promise<Email> => {
  const token = await createEmailLink(db, user.id, { purpose: 'confirm', email: user.email });
  return confirmationEmail(recipientOf(user), linkTo(baseUrl, token));
};

/** Sends the link that confirms a user's address after registration. */
export const sendConfirmation = async (
  { db, baseUrl, sendEmail }: LinkContext,
  user: Person,
): Promise<void> => {
  await sendEmail(await confirm(db, baseUrl, user));
};

/**
 * Locks the user of a session that still exists. A concurrent password reset ends email links as well, so a link that
 * is created after it must not come from a session that it has ended.
 */
const lockUser = async (trx: Transaction, signedIn: SignedIn): Promise<IdentityUser> => {
  const hasSession = await lockWithSession(trx, signedIn);
  const [user] = await trx.select().from(identityUsers).where(eq(identityUsers.id, signedIn.identityId));
  if (!user || !hasSession) throw new ApiError('unauthenticated', 'Please log in');
  return user;
};

/** Sends the confirmation link again unless the address is confirmed. @returns whether a link was sent */
export const resendConfirmation = async (
  { db, baseUrl, sendEmail }: LinkContext,
  signedIn: SignedIn,
): Promise<boolean> => {
  const message = await db.transaction(async (trx) => {
    const user = await lockUser(trx, signedIn);
    return user.emailVerified ? undefined : confirm(trx, baseUrl, user);
  });
  if (message) await sendEmail(message);
  return message !== undefined;
};

/**
 * Creates the link that proves the new address. If the address is taken, no email is sent, so that the response does not
 * reveal which addresses have accounts.
 */
const createNewAddressLink = async (
  db: Queryable,
  baseUrl: string,
  user: Person,
  newEmail: string,
): Promise<Email[]> => {
  const token = await createEmailLink(db, user.id, { purpose: 'prove', email: user.email, newEmail });
  const taken = await db
    .select({ id: identityUsers.id })
    .from(identityUsers)
    .where(eq(identityUsers.email, newEmail));
  return taken.length > 0 ? [] : [newAddressEmail(recipientOf(user), newEmail, changeLinkTo(baseUrl, token))];
};

/**
 * Starts to change a user's email address. A confirmed address has to approve the change first; an unconfirmed one is only
 * notified. The result is the same whether or not the new address is taken.
 */
export const requestEmailChange = async (
  { db, baseUrl, sendEmail }: LinkContext,
  signedIn: SignedIn,
  newEmail: string,
): Promise<void> => {
  const messages = await db.transaction(async (trx): Promise<Email[]> => {
    const user = await lockUser(trx, signedIn);
    const { email } = user;
    if (newEmail === email) {
      const message = 'This is already your email address';
      throw new ApiError('invalid_input', message, { fields: { newEmail: message } });
    }
    if (!user.emailVerified)
      return [
        changeRequestedEmail(recipientOf(user)),
        ...(await createNewAddressLink(trx, baseUrl, user, newEmail)),
      ];
    const token = await createEmailLink(trx, user.id, { purpose: 'agree', email, newEmail });
    return [changeApprovalEmail(recipientOf(user), newEmail, changeLinkTo(baseUrl, token))];
  });
  for (const message of messages) await sendEmail(message);
};

/**
 * Changes the address, removes third-party accounts and ends the other sessions. A third-party account was linked because
 * it has the old address, which someone else may control, such as a former employer.
 */
const changeTo = async (
  trx: Transaction,
  user: IdentityUser,
  { newEmail, sessionId }: { newEmail: string; sessionId: string },
): Promise<IdentityUser> => {
  const [changed] = await trx
    .update(identityUsers)
    .set({ email: newEmail, emailVerified: true, updatedAt: new Date() })
    .where(and(eq(identityUsers.id, user.id), eq(identityUsers.email, user.email)))
    .returning();
  await trx
    .delete(identityAccounts)
    .where(and(eq(identityAccounts.userId, user.id), ne(identityAccounts.providerId, 'credential')));
  await trx
    .delete(identitySessions)
    .where(and(eq(identitySessions.userId, user.id), ne(identitySessions.id, sessionId)));
  return changed!;
};

interface Followed {
  outcome: EmailLinkOutcome;
  /** The user's current address. */
  email: string;
}

/**
 * Redeems the token of an email link. It works once, only in a session of the user that the link was created for, and
 * never creates a session.
 * @param onChange copies the changed address to the user record, in the same transaction
 * @throws ApiError `link_invalid`, `code_required`, or `email_taken` if another account has the address by now
 */
export const followEmailLink = async (
  { db, baseUrl, sendEmail }: LinkContext,
  { identityId, sessionId }: SignedIn,
  token: string,
  onChange: (trx: Transaction, user: IdentityUser) => Promise<void>,
): Promise<Followed> => {
  const { messages, ...followed } = await db
    .transaction(async (trx): Promise<Followed & { messages: Email[] }> => {
      const [user] = await trx
        .select()
        .from(identityUsers)
        .where(eq(identityUsers.id, identityId))
        .for('update');
      const link = user && (await findEmailLink(trx, user, token));
      if (!link)
        throw new ApiError(
          'link_invalid',
          'This link has expired, has already been used or belongs to another account. Please request a new one.',
        );
      const { email } = user;
      if (link.newEmail === undefined) {
        await deleteEmailLink(trx, token);
        await trx.update(identityUsers).set({ emailVerified: true }).where(eq(identityUsers.id, user.id));
        return { outcome: 'confirmed', email, messages: [] };
      }
      await requireFreshCode(trx, user, sessionId);
      await deleteEmailLink(trx, token);
      if (link.purpose === 'agree') {
        return {
          outcome: 'agreed',
          email,
          messages: await createNewAddressLink(trx, baseUrl, user, link.newEmail),
        };
      }
      const changed = await changeTo(trx, user, { newEmail: link.newEmail, sessionId });
      await onChange(trx, changed);
      await sendEmail(addressChangedEmail(recipientOf(user), changed.email), trx);
      return { outcome: 'changed', email: changed.email, messages: [] };
    })
    .catch((error: unknown) => {
      if (sqlStateOf(error) === SQL_STATES.uniqueViolation)
        throw new ApiError('email_taken', 'Another account is already using this address');
      throw error;
    });
  for (const message of messages) await sendEmail(message);
  return followed;
};
