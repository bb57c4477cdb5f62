import { and, eq, ne } from 'drizzle-orm';
import { identityAccounts, identityUsers } from '../database/schema.ts';
import type { LinkContext } from './change-email.ts';
import { recipientOf, signInAddedEmail } from './identity-emails.ts';

/** Display names of providers. */
const NAMES: Record<string, string> = { google: 'Google' };

/** Emails a user that a third-party account was linked to theirs, unless they have just registered with it. */
export const notifyOfNewSignIn = async (
  { db, sendEmail }: Pick<LinkContext, 'db' | 'sendEmail'>,
  { id, userId, providerId }: { id: string; userId: string; providerId: string },
): Promise<void> => {
  if (providerId === 'credential') return;
  const [user] = await db
    .select({
      id: identityUsers.id,
      name: identityUsers.name,
      email: identityUsers.email,
      emailVerified: identityUsers.emailVerified,
    })
    .from(identityUsers)
    .innerJoin(identityAccounts, eq(identityAccounts.userId, identityUsers.id))
    .where(and(eq(identityUsers.id, userId), ne(identityAccounts.id, id)))
    .limit(1);
  if (user) await sendEmail(signInAddedEmail(recipientOf(user), NAMES[providerId] ?? 'third-party'));
};
