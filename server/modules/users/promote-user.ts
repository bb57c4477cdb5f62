import type { Database, Transaction } from '../../database/client.ts';
import type { CurrentUser } from '../../http/access.ts';
import { ApiError, notFound } from '../../http/api-error.ts';
import { addAuditEntry } from '../audit/audit.repository.ts';
import { isProvisionalAdmin, type PromotionReason, SETUP_REASON } from './provisional-admins.ts';
import { requireStillAdmin } from './require-still-admin.ts';
import { lockUser, makeAdmin } from './users.repository.ts';

/**
 * Makes a user an admin, from their next call on. A teacher can still teach. An admin by the one-time address of the site
 * is made an admin for good.
 * @param actorId null for an operator, who gives a reason
 * @returns how many were changed: none if the user is already an admin
 * @throws ApiError `not_found`
 */
export const grantAdminRole = async (
  trx: Transaction,
  actorId: string | null,
  id: string,
  reason?: PromotionReason,
): Promise<number> => {
  const user = await lockUser(trx, id);
  if (!user) throw notFound('The user');
  if (user.role === 'admin' && (reason === SETUP_REASON || !(await isProvisionalAdmin(trx, id)))) return 0;
  await makeAdmin(trx, id);
  await addAuditEntry(trx, {
    actorId,
    action: 'user promoted',
    subjectType: 'user',
    subjectId: id,
    subjectName: user.name,
    ...(reason && { details: { reason } }),
  });
  return 1;
};

/**
 * An admin makes another user an admin.
 * @returns how many were changed: none if the user is already an admin
 * @throws ApiError `own_account`, `forbidden` or `not_found`
 */
export const promoteUser = (db: Database, admin: CurrentUser, id: string): Promise<number> =>
  db.transaction(async (trx) => {
    if (id === admin.id) throw new ApiError('own_account', 'You are already an admin');
    await requireStillAdmin(trx, admin.id);
    return grantAdminRole(trx, admin.id, id);
  });
