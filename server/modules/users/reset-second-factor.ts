import type { Database, Transaction } from '../../database/client.ts';
import type { CurrentUser } from '../../http/access.ts';
import { ApiError, notFound } from '../../http/api-error.ts';
import { removeSecondFactor } from '../../identity/remove-second-factor.ts';
import { findRecipient } from '../../identity/find-recipient.ts';
import { secondFactorResetEmail } from '../../identity/identity-emails.ts';
import { addAuditEntry } from '../audit/audit.repository.ts';
import { insertNotice } from '../notifications/outbox.repository.ts';
import { requireStillAdmin } from './require-still-admin.ts';
import { lockIdentityOf, lockUser } from './users.repository.ts';

/**
 * Removes the lost second factor of a user, who is signed out everywhere and sets up another one, and is notified.
 * @param actorId null for an operator on the command line
 * @returns whether they had a second factor
 * @throws ApiError `not_found`
 */
export const resetSecondFactor = async (
  trx: Transaction,
  actorId: string | null,
  id: string,
): Promise<boolean> => {
  const user = await lockUser(trx, id);
  if (!user?.identityId) throw notFound('The user');
  if (!(await removeSecondFactor(trx, user.identityId))) return false;
  await addAuditEntry(trx, {
    actorId,
    action: 'second factor reset',
    subjectType: 'user',
    subjectId: id,
    subjectName: user.name,
  });
  const recipient = await findRecipient(trx, user.identityId);
  if (recipient) await insertNotice(trx, secondFactorResetEmail(recipient));
  return true;
};

/**
 * An admin removes the second factor of another user. The admin's own session has passed a second factor, because an
 * admin's role does not count without it.
 * @returns whether they had a second factor
 * @throws ApiError `own_account`, `forbidden` or `not_found`
 */
export const resetOthersSecondFactor = (db: Database, admin: CurrentUser, id: string): Promise<boolean> =>
  db.transaction(async (trx) => {
    if (id === admin.id) throw new ApiError('own_account', 'Turn off your own second factor under Account');
    await lockIdentityOf(trx, id);
    await requireStillAdmin(trx, admin.id);
    return resetSecondFactor(trx, admin.id, id);
  });
