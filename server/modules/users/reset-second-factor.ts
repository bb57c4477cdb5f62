import type { Database, Transaction } from '../../database/client.ts';
import type { CurrentUser } from '../../http/access.ts';
import { ApiError, notFound } from '../../http/api-error.ts';
import { removeSecondFactor } from '../../identity/remove-second-factor.ts';
import { addAuditEntry } from '../audit/audit.repository.ts';
import { requireStillAdmin } from './require-still-admin.ts';
import { lockUser, type UserRow } from './users.repository.ts';

/**
 * Removes the lost second factor of a user, who is signed out everywhere and sets up another one.
 * @param actorId null for an operator on the command line
 * @returns the user, or undefined if they have no second factor
 * @throws ApiError `not_found`
 */
export const resetSecondFactor = async (
  trx: Transaction,
  actorId: string | null,
  id: string,
): Promise<UserRow | undefined> => {
  const user = await lockUser(trx, id);
  if (!user?.identityId) throw notFound('The user');
  if (!(await removeSecondFactor(trx, user.identityId))) return undefined;
  await addAuditEntry(trx, {
    actorId,
    action: 'second factor reset',
    subjectType: 'user',
    subjectId: id,
    subjectName: user.name,
  });
  return user;
};

/**
 * An admin removes the second factor of another user. The admin's own session has passed a second factor, because an
 * admin's role does not count without it.
 * @returns the user, or undefined if they have no second factor
 * @throws ApiError `own_account`, `forbidden` or `not_found`
 */
export const resetOthersSecondFactor = (
  db: Database,
  admin: CurrentUser,
  id: string,
): Promise<UserRow | undefined> =>
  db.transaction(async (trx) => {
    if (id === admin.id) throw new ApiError('own_account', 'Turn off your own second factor under Account');
    await requireStillAdmin(trx, admin.id);
    return resetSecondFactor(trx, admin.id, id);
  });
