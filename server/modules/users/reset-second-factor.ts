import type { Transaction } from '../../database/client.ts';
import { notFound } from '../../http/api-error.ts';
import { endSecondFactor } from '../../identity/end-second-factor.ts';
import { addAuditEntry } from '../audit/audit.repository.ts';
import { lockUser } from './users.repository.ts';

/**
 * Takes the lost second factor of a user away, who is signed out everywhere and sets up another one.
 * @param actorId null for an operator on the command line
 * @returns how many were changed: none where the user has no second factor
 * @throws ApiError `not_found`
 */
export const resetSecondFactor = async (
  trx: Transaction,
  actorId: string | null,
  id: string,
): Promise<number> => {
  const user = await lockUser(trx, id);
  if (!user?.identityId) throw notFound('The user');
  if (!(await endSecondFactor(trx, user.identityId))) return 0;
  await addAuditEntry(trx, {
    actorId,
    action: 'second factor reset',
    subjectType: 'user',
    subjectId: id,
    subjectName: user.name,
  });
  return 1;
};
