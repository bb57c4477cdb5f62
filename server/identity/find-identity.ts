import { eq } from 'drizzle-orm';
import type { Transaction } from '../database/client.ts';
import { identityUsers } from '../database/schema.ts';

/** Finds the identity with an email address, given in lower case. */
export const findIdentity = async (trx: Transaction, email: string) => {
  const [identity] = await trx
    .select({ id: identityUsers.id, name: identityUsers.name, image: identityUsers.image })
    .from(identityUsers)
    .where(eq(identityUsers.email, email));
  return identity;
};
