import type { Transaction } from '../../database/client.ts';
import { checkIsAdmin } from '../audit/check-is-admin.ts';
import { lockAdmins } from './users.repository.ts';

/**
 * Requires the admin who changes another user to be one still, and keeps all admins in their role until the transaction ends.
 * @returns the ids of all admins
 * @throws ApiError as `checkIsAdmin`
 */
export const requireStillAdmin = async (trx: Transaction, actorId: string): Promise<string[]> => {
  const admins = await lockAdmins(trx);
  await checkIsAdmin(trx, actorId);
  return admins;
};
