import { and, asc, eq, exists, isNull, ne, not, sql } from 'drizzle-orm';
import { LOCKS, lockInTransaction } from '../../database/advisory-lock.ts';
import type { Transaction } from '../../database/client.ts';
import { isClaimed } from '../../database/is-claimed.ts';
import { auditTrail, identityUsers, users } from '../../database/schema.ts';
import { DELETED_USER } from '../../database/shown-user.ts';
import { deleteIdentity } from '../../identity/delete-identity.ts';
import { addAuditEntry, anonymizeAuditEntries } from '../audit/audit.repository.ts';
import { deleteNotificationsOf } from '../notifications/notifications.repository.ts';
import { markDeleted } from './users.repository.ts';

/** The reason in the audit trail for an admin whose address was entered at the one-time address of a new site. */
export const SETUP_REASON = 'Setup of the site';
/** The reason in the audit trail for an admin whom an operator names on the command line. */
export const NAMED_REASON = 'Named on the command line';

export type PromotionReason = typeof SETUP_REASON | typeof NAMED_REASON;

const isActiveAdmin = and(eq(users.role, 'admin'), isNull(users.deletedAt));

/**
 * Whether a user was last made an admin at the one-time address of the site. Version 0.2.0 and earlier recorded no
 * reason, neither there nor for promotions by command.
 */
const isBySetup = sql`(select a.actor_id is null and coalesce(a.details->>'reason', ${SETUP_REASON}) = ${SETUP_REASON}
    from ${auditTrail} a
   where a.subject_type = 'user' and a.subject_id = ${users.id}::text and a.action = 'user promoted'
   order by a.id desc limit 1)`;

const selectProvisional = (trx: Transaction) =>
  trx
    .select({ id: users.id, identityId: identityUsers.id, email: identityUsers.email })
    .from(users)
    .innerJoin(identityUsers, eq(identityUsers.id, users.identityId))
    .$dynamic();

const isProvisional = and(isActiveAdmin, not(isClaimed), isBySetup);

/** Whether a user is an admin by the one-time address of the site, and nobody has claimed the account. */
export const isProvisionalAdmin = async (trx: Transaction, id: string): Promise<boolean> =>
  (await selectProvisional(trx).where(and(isProvisional, eq(users.id, id)))).length > 0;

/**
 * Waits for setups and claims of admins' accounts in progress, whose changes later statements see, and blocks others until the
 * transaction ends.
 */
export const lockSetup = async (trx: Transaction): Promise<void> => {
  await lockInTransaction(trx, LOCKS.setup);
  const admin = trx
    .select({ id: users.id })
    .from(users)
    .where(and(isActiveAdmin, eq(users.identityId, identityUsers.id)));
  await trx
    .select({ id: identityUsers.id })
    .from(identityUsers)
    .where(and(not(isClaimed), exists(admin)))
    .orderBy(asc(identityUsers.id))
    .for('update');
};

/**
 * Deletes admins by the one-time address of the site whose account nobody has claimed, except the one with the given
 * address: a mistyped address can be a stranger's, who could set a password. Call `lockSetup` first.
 * @returns their addresses
 */
export const deleteProvisionalAdmins = async (trx: Transaction, exceptEmail: string): Promise<string[]> => {
  const admins = await selectProvisional(trx).where(and(isProvisional, ne(identityUsers.email, exceptEmail)));
  for (const { id, identityId } of admins) {
    await deleteNotificationsOf(trx, id);
    // The audit trail refers to the row. Nothing else does, because nobody could sign in.
    await markDeleted(trx, id, { keepsName: false });
    await anonymizeAuditEntries(trx, id, [], DELETED_USER);
    await deleteIdentity(trx, identityId);
    await addAuditEntry(trx, {
      actorId: null,
      action: 'user deleted',
      subjectType: 'user',
      subjectId: id,
      subjectName: DELETED_USER,
      details: { reason: 'Another address was entered for the first admin' },
    });
  }
  return admins.map(({ email }) => email);
};
