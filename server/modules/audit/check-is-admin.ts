import { eq } from 'drizzle-orm';
import type { Transaction } from '../../database/client.ts';
import { users } from '../../database/schema.ts';
import { ApiError } from '../../http/api-error.ts';

/**
 * Requires the admin who changes something to be one still. It locks nothing, so call it after the locks of a transaction.
 * @throws ApiError `forbidden` or `unauthenticated` if another admin has revoked the role or deleted the account since the
 *   call was authorized
 */
export const checkIsAdmin = async (trx: Transaction, actorId: string): Promise<void> => {
  const [actor] = await trx
    .select({ role: users.role, deletedAt: users.deletedAt })
    .from(users)
    .where(eq(users.id, actorId));
  if (!actor || actor.deletedAt) throw new ApiError('unauthenticated', 'Please log in');
  if (actor.role !== 'admin') throw new ApiError('forbidden', 'Only admins may do this');
};
