import type { Database, Transaction } from '../../database/client.ts';
import type { CurrentUser } from '../../http/access.ts';
import { ApiError, notFound } from '../../http/api-error.ts';
import { findRecipient } from '../../identity/find-recipient.ts';
import { adminRevokedEmail } from '../../identity/identity-emails.ts';
import { addAuditEntry } from '../audit/audit.repository.ts';
import { insertNotice } from '../notifications/outbox.repository.ts';
import { requireStillAdmin } from './require-still-admin.ts';
import { endAdminRole, lockAdmins, lockUser } from './users.repository.ts';

/**
 * Makes an admin a user again, from their next call on: a teacher if they were one, otherwise a student. They are
 * notified.
 * @param actorId null for an operator on the command line
 * @returns whether they were an admin
 * @throws ApiError `forbidden` if the actor is no longer an admin, `last_admin`, or `not_found`
 */
export const revokeAdmin = async (trx: Transaction, actorId: string | null, id: string): Promise<boolean> => {
  // Two admins may revoke each other at the same time. The second one has lost the role by now.
  const admins = actorId === null ? await lockAdmins(trx) : await requireStillAdmin(trx, actorId);
  const user = await lockUser(trx, id);
  if (!user) throw notFound('The user');
  if (user.role !== 'admin') return false;
  if (admins.length === 1)
    throw new ApiError('last_admin', 'This is the last admin: promote another user first');
  await endAdminRole(trx, id);
  await addAuditEntry(trx, {
    actorId,
    action: 'admin revoked',
    subjectType: 'user',
    subjectId: id,
    subjectName: user.name,
  });
  const recipient = await findRecipient(trx, user.identityId);
  if (recipient) await insertNotice(trx, adminRevokedEmail(recipient));
  return true;
};

/**
 * An admin makes another admin a user again.
 * @returns whether they were an admin
 * @throws ApiError `own_account`, `forbidden` or `not_found`
 */
export const revokeOtherAdmin = (db: Database, admin: CurrentUser, id: string): Promise<boolean> =>
  db.transaction(async (trx) => {
    if (id === admin.id) throw new ApiError('own_account', 'Another admin must revoke your admin role');
    return revokeAdmin(trx, admin.id, id);
  });
