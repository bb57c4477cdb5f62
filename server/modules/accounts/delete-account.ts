import type { Database, Transaction } from '../../database/client.ts';
import { DELETED_USER } from '../../database/shown-user.ts';
import type { SendEmail } from '../../email/email.ts';
import type { CurrentUser } from '../../http/access.ts';
import { ApiError, notFound } from '../../http/api-error.ts';
import { lockWithSession } from '../../identity/credential-state.ts';
import { deleteIdentity } from '../../identity/delete-identity.ts';
import { accountDeletedEmail } from '../../identity/identity-emails.ts';
import { deleteAnnouncementsOf } from '../announcements/announcements.repository.ts';
import { deleteSubmissionsOf } from '../assignments/submissions.repository.ts';
import { addAuditEntry, anonymizeAuditEntries } from '../audit/audit.repository.ts';
import { deleteCertificatesOf } from '../certificates/certificates.repository.ts';
import { issueToStudentsOf } from '../certificates/issue-certificates.ts';
import { removeClassesOf } from '../classes/classes.repository.ts';
import { vacateSeatsOf } from '../classes/seats.ts';
import { deleteUnseenDraftsOf } from '../curriculum/drafts.ts';
import { deleteProgressOf } from '../curriculum/progress.repository.ts';
import { deleteBillingDetailsOf } from '../documents/billing-details.ts';
import { deleteFeedbackOf } from '../feedback/feedback.repository.ts';
import { deleteRepliesOf } from '../feedback/replies.repository.ts';
import { deletePicturesOf } from '../files/pictures.repository.ts';
import { deleteFilesOf } from '../files/private-files.repository.ts';
import { deleteUploadsOf } from '../files/uploads.repository.ts';
import { deleteInvitationsOf } from '../invitations/invitations.repository.ts';
import { deleteReportsOf } from '../moderation/reports.repository.ts';
import {
  deleteNotificationsAbout,
  deleteNotificationsOf,
  endDeadlinesOfTeacher,
} from '../notifications/notifications.repository.ts';
import { deleteEmailsAbout } from '../notifications/outbox.repository.ts';
import { deleteNotesOf } from '../notes/notes.ts';
import { deleteSavedClassesOf } from '../saved-classes/saved-classes.repository.ts';
import { removePostsOf } from '../questions/questions.repository.ts';
import { deleteRequestsOf } from '../teacher-requests/teacher-requests.repository.ts';
import { deleteBioOf } from '../teachers/bios.repository.ts';
import { requireStillAdmin } from '../users/require-still-admin.ts';
import { lockAdmins, lockIdentityOf, lockUser, markDeleted } from '../users/users.repository.ts';
import { hasAccountingRecords } from './has-accounting-records.ts';

/** Admins can only delete others. The lock ensures that one admin is left when two delete each other concurrently. */
const requireOtherUser = async (trx: Transaction, admin: CurrentUser, id: string): Promise<void> => {
  const admins = await requireStillAdmin(trx, admin.id);
  if (id !== admin.id) return;
  if (admins.length === 1) throw new ApiError('last_admin', 'The last admin cannot be deleted');
  throw new ApiError('own_account', 'You cannot delete your own account here');
};

/** Users can delete their own account, except for the last admin. */
const requireRemainingAdmin = async (trx: Transaction, { id }: CurrentUser): Promise<void> => {
  const admins = await lockAdmins(trx);
  if (admins.length === 1 && admins[0] === id)
    throw new ApiError('last_admin', 'You are the only admin. Promote another user first.');
};

/**
 * Deletes a user's data, in the caller's transaction, and notifies their former address.
 * @throws ApiError `not_found`
 */
const eraseUser = async (
  trx: Transaction,
  actor: CurrentUser,
  id: string,
  sendEmail?: SendEmail,
): Promise<void> => {
  const user = await lockUser(trx, id);
  if (!user) throw notFound('The user');
  const feedbackIds = await deleteFeedbackOf(trx, id);
  const repliedTo = await deleteRepliesOf(trx, id);
  const submissionIds = await deleteSubmissionsOf(trx, id);
  await deleteProgressOf(trx, id);
  await deleteCertificatesOf(trx, id);
  await deleteNotesOf(trx, id);
  await deleteSavedClassesOf(trx, id);
  await deleteBillingDetailsOf(trx, id);
  await deleteReportsOf(trx, id);
  await deleteBioOf(trx, id);
  const announcementIds = await deleteAnnouncementsOf(trx, id);
  const postIds = await removePostsOf(trx, id);
  const invitationIds = await deleteInvitationsOf(trx, user);
  await deleteUploadsOf(trx, id);
  const requestIds = await deleteRequestsOf(trx, id);
  await vacateSeatsOf(trx, id);
  await removeClassesOf(trx, id);
  await deleteUnseenDraftsOf(trx, id);
  // Last, because those who delete a question lock it before its notifications.
  await deleteNotificationsOf(trx, id);
  await deleteNotificationsAbout(trx, [...submissionIds, ...postIds, ...feedbackIds, ...repliedTo]);
  await deleteEmailsAbout(trx, invitationIds);
  await endDeadlinesOfTeacher(trx, id);
  const keepsName = await hasAccountingRecords(trx, id);
  await markDeleted(trx, id, { keepsName });
  await issueToStudentsOf(trx, id);
  await anonymizeAuditEntries(
    trx,
    id,
    [...requestIds, ...feedbackIds, ...postIds, ...announcementIds],
    DELETED_USER,
  );
  if (user.identityId) await deleteIdentity(trx, user.identityId);
  await addAuditEntry(trx, {
    actorId: actor.id,
    action: 'user deleted',
    subjectType: 'user',
    subjectId: id,
    subjectName: DELETED_USER,
  });
  await deletePicturesOf(trx, id);
  await deleteFilesOf(trx, id);
  await sendEmail?.(accountDeletedEmail(user.email, { byAdmin: actor.id !== id, keepsName }), trx);
};

/**
 * Deletes a user, in one transaction. Their sessions and tokens end at once. Their feedback, replies to feedback,
 * announcements, reports, submissions, progress in lessons, certificates, notes, billing details, places on waiting lists,
 * teacher requests and what they wrote about themselves are deleted. Of their questions and answers, those that others need stay, without a name. Their
 * classes are hidden; enrolled students keep them, but not the drafts of lessons, which they have never seen, and need no
 * marks for their certificate any more. Payments with their documents, and enrollments are kept for accounting. The user's
 * row is kept because others refer to it: with name and address if accounting needs them, otherwise anonymized. The audit
 * trail keeps the actions, by id. A last email notifies the former address.
 * @param sendEmail absent if the site cannot send email
 * @throws ApiError `not_found`, `own_account`, `last_admin`, or as `requireStillAdmin`
 */
export const deleteAccount = (
  db: Database,
  admin: CurrentUser,
  id: string,
  sendEmail?: SendEmail,
): Promise<void> =>
  db.transaction(async (trx) => {
    await lockIdentityOf(trx, id);
    await requireOtherUser(trx, admin, id);
    return eraseUser(trx, admin, id, sendEmail);
  });

/**
 * Deletes the caller's own account in the same way. A password reset that ended the session meanwhile prevents it: the caller
 * may have known the old password only.
 * @param sendEmail absent if the site cannot send email
 * @throws ApiError `last_admin`, or `unauthenticated` without a session
 */
export const deleteOwnAccount = (db: Database, caller: CurrentUser, sendEmail?: SendEmail): Promise<void> =>
  db.transaction(async (trx) => {
    if (!(await lockWithSession(trx, caller))) throw new ApiError('unauthenticated', 'Please log in');
    await requireRemainingAdmin(trx, caller);
    return eraseUser(trx, caller, caller.id, sendEmail);
  });
