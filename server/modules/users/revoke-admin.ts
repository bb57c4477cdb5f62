import type { Transaction } from '../../database/client.ts';
import { ApiError, notFound } from '../../http/api-error.ts';
import { addAuditEntry } from '../audit/audit.repository.ts';
import { endAdminRole, lockAdmins, lockUser } from './users.repository.ts';

/**
 * Makes an admin a user again, from their next call on: a teacher if they were one, otherwise a student.
 * @param actorId null for an operator on the command line
 * @returns how many were changed: none where the user is no admin
 * @throws ApiError `last_admin`, or `not_found`
 */
export const revokeAdmin = async (trx: Transaction, actorId: string | null, id: string): Promise<number> => {
  const admins = await lockAdmins(trx);
  const user = await lockUser(trx, id);
  if (!user) throw notFound('The user');
  if (user.role !== 'admin') return 0;
  if (admins.length === 1)
    throw new ApiError('last_admin', 'This is the last admin: make somebody else one first');
  await endAdminRole(trx, id);
  await addAuditEntry(trx, {
    actorId,
    action: 'admin revoked',
    subjectType: 'user',
    subjectId: id,
    subjectName: user.name,
  });
  return 1;
};
