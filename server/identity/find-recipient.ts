import { eq } from 'drizzle-orm';
import type { Queryable } from '../database/client.ts';
import { identityUsers } from '../database/schema.ts';
import { recipientOf } from './identity-emails.ts';

/** The current recipient of emails about an identity. Undefined if it is gone. */
export const findRecipient = async (db: Queryable, identityId: string | null) => {
  if (identityId === null) return undefined;
  const [user] = await db
    .select({
      id: identityUsers.id,
      name: identityUsers.name,
      email: identityUsers.email,
      emailVerified: identityUsers.emailVerified,
    })
    .from(identityUsers)
    .where(eq(identityUsers.id, identityId));
  return user && recipientOf(user);
};
