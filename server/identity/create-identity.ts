import type { Transaction } from '../database/client.ts';
import { identityUsers } from '../database/schema.ts';

/** An identity that nobody can sign in as until a password is set through a link, or a third party vouches for it. */
export const createIdentity = async (trx: Transaction, { email, name }: { email: string; name: string }) => {
  const [identity] = await trx
    .insert(identityUsers)
    .values({ email, name })
    .returning({ id: identityUsers.id, name: identityUsers.name, image: identityUsers.image });
  return identity!;
};
