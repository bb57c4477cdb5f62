import type { Transaction } from '../../database/client.ts';
import { ApiError } from '../../http/api-error.ts';
import { lockAdmins } from './users.repository.ts';

/**
 * Requires the admin who changes another user to be one still, and keeps all admins in their role until the transaction ends.
 * @returns the ids of all admins
 * @throws ApiError `forbidden` if another admin has revoked the role since the call was authorized
 */
export const requireStillAdmin = async (trx: Transaction, actorId: string): Promise<string[]> => {
  const admins = await lockAdmins(trx);
  if (!admins.includes(actorId)) throw new ApiError('forbidden', 'Only admins may do this');
  return admins;
};
