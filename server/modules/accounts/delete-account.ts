import type { Database, Transaction } from '../../database/client.ts';
import type { Person } from '../../http/access.ts';
import { ApiError, notFound } from '../../http/api-error.ts';
import { deleteIdentity } from '../../identity/delete-identity.ts';
import { deleteSubmissionsOf } from '../assignments/submissions.repository.ts';
import { addAuditEntry, anonymizeAuditEntries } from '../audit/audit.repository.ts';
import { removeClassesOf } from '../classes/classes.repository.ts';
import { deleteFeedbackOf } from '../feedback/feedback.repository.ts';
import { deleteRequestsOf } from '../teacher-requests/teacher-requests.repository.ts';
import { DELETED_USER, lockAdmins, lockUser, markDeleted } from '../users/users.repository.ts';
import { isInTheBooks } from './is-in-the-books.ts';

/** Admins delete others, and one admin is always left: of two who delete each other at once, one does. */
const requireOtherAdmin = async (trx: Transaction, admin: Person, id: string): Promise<void> => {
  const admins = await lockAdmins(trx);
  if (!admins.includes(admin.id)) throw new ApiError('unauthenticated', 'Please log in');
  if (id !== admin.id) return;
  if (admins.length === 1) throw new ApiError('last_admin', 'The last admin cannot be deleted');
  throw new ApiError('own_account', 'You cannot delete your own account here');
};

/** People leave when they want to, but the last admin stays. */
const requireAnotherAdmin = async (trx: Transaction, { id }: Person): Promise<void> => {
  const admins = await lockAdmins(trx);
  if (admins.length === 1 && admins[0] === id)
    throw new ApiError('last_admin', 'You are the last admin: make somebody else one first');
};

/** Deletes what is kept of a person, in the caller's transaction. @throws ApiError `not_found` */
const erase = async (trx: Transaction, actor: Person, id: string): Promise<void> => {
  const user = await lockUser(trx, id);
  if (!user) throw notFound('The user');
  const said = await deleteFeedbackOf(trx, id);
  await deleteSubmissionsOf(trx, id);
  const requests = await deleteRequestsOf(trx, id);
  await removeClassesOf(trx, id);
  await markDeleted(trx, id, { keepsName: await isInTheBooks(trx, id) });
  await anonymizeAuditEntries(trx, [id, ...requests, ...said], DELETED_USER);
  if (user.identityId) await deleteIdentity(trx, user.identityId);
  await addAuditEntry(trx, {
    actorId: actor.id,
    action: 'user deleted',
    subjectType: 'user',
    subjectId: id,
    subjectName: DELETED_USER,
  });
};

/**
 * Deletes a person, in one transaction. Their sessions and tokens end at once. What they said, submitted and
 * asked for is deleted. Their classes leave every list, but stay for students who have them. Payments and
 * enrollments stay for the books. The user's row stays for those who refer to it: with name and address where the
 * books need them, otherwise without. The audit trail keeps what was done, by id.
 * @throws ApiError `not_found`, `own_account` or `last_admin`
 */
export const deleteAccount = (db: Database, admin: Person, id: string): Promise<void> =>
  db.transaction(async (trx) => {
    await requireOtherAdmin(trx, admin, id);
    await erase(trx, admin, id);
  });

/** Deletes the caller's own account likewise. @throws ApiError `last_admin` */
export const leave = (db: Database, person: Person): Promise<void> =>
  db.transaction(async (trx) => {
    await requireAnotherAdmin(trx, person);
    await erase(trx, person, person.id);
  });
