import type { Transaction } from '../../database/client.ts';
import { ApiError } from '../../http/api-error.ts';
import { isActive, lockAdmins } from './users.repository.ts';

/**
 * Requires the admin who changes another user to be one still, and keeps all admins in their role until the transaction ends.
 * @returns the ids of all admins
 * @throws ApiError `forbidden` or `unauthenticated` if another admin has revoked the role or deleted the account since the
 *   call was authorized
 */
export const requireStillAdmin = async (trx: Transaction, actorId: string): Promise<string[]> => {
  const admins = await lockAdmins(trx);
  if (admins.includes(actorId)) return admins;
  throw (await isActive(trx, actorId))
    ? new ApiError('forbidden', 'Only admins may do this')
    : new ApiError('unauthenticated', 'Please log in');
};
