import { and, eq, ne } from 'drizzle-orm';
import { identityAccounts } from '../database/schema.ts';
import type { LinkContext } from './change-email.ts';
import { findRecipient } from './find-recipient.ts';
import { signInAddedEmail } from './identity-emails.ts';

/** Display names of providers. */
const NAMES: Record<string, string> = { google: 'Google' };

/** Emails a user that a third-party account was linked to theirs, unless they have just registered with it. */
export const notifyOfNewSignIn = async (
  { db, sendEmail }: Pick<LinkContext, 'db' | 'sendEmail'>,
  { id, userId, providerId }: { id: string; userId: string; providerId: string },
): Promise<void> => {
  if (providerId === 'credential') return;
  const [other] = await db
    .select({ id: identityAccounts.id })
    .from(identityAccounts)
    .where(and(eq(identityAccounts.userId, userId), ne(identityAccounts.id, id)))
    .limit(1);
  const recipient = other && (await findRecipient(db, userId));
  if (recipient) await sendEmail(signInAddedEmail(recipient, NAMES[providerId] ?? 'third-party'));
};
