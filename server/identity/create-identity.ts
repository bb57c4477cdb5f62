import type { Transaction } from '../database/client.ts';
import { identityUsers } from '../database/schema.ts';

/**
 * Creates an identity without a password. Nobody can sign in as it until a password is set through a reset link, or a
 * third-party account whose provider has verified the same address signs in.
 */
export const createIdentity = async (trx: Transaction, { email, name }: { email: string; name: string }) => {
  const [identity] = await trx
    .insert(identityUsers)
    .values({ email, name })
    .returning({ id: identityUsers.id, name: identityUsers.name, image: identityUsers.image });
  return identity!;
};
