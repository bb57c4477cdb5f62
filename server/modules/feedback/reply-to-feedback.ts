import type { FeedbackReply } from '#contract/feedback-responses.ts';
import type { Database, Transaction } from '../../database/client.ts';
import type { CurrentUser } from '../../http/access.ts';
import { ApiError, notFound } from '../../http/api-error.ts';
import { editConflict, isSameMoment } from '../../http/edit-conflict.ts';
import { correctQuotes } from '../notifications/corrections.ts';
import { deleteNotificationsAbout } from '../notifications/notifications.repository.ts';
import { notify } from '../notifications/notify.ts';
import { lockAgainstDeletion } from '../users/users.repository.ts';
import * as repository from './replies.repository.ts';

/** Finds feedback on a class of the caller. @throws ApiError `not_found`, or `forbidden` if another user teaches the class */
const findOwnSubject = async (trx: Transaction, caller: CurrentUser, id: string) => {
  const subject = await repository.findReplySubject(trx, id);
  if (!subject) throw notFound('The feedback');
  if (subject.teacherId !== caller.id)
    throw new ApiError('forbidden', 'Only the teacher of the class can reply');
  return subject;
};

/**
 * The teacher of a class replies to feedback on it, or changes their reply. The author is notified of a new reply, and the
 * notification has its current text. A reply that is deleted and written again is emailed at most once an hour.
 * @returns how many replies were changed
 * @throws ApiError `not_found`, `forbidden`, `feedback_hidden` if an admin has hidden the feedback, or `edit_conflict` with
 *   the stored feedback if it is not the one of `updatedAt`
 */
export const replyToFeedback = (
  db: Database,
  caller: CurrentUser,
  feedbackId: string,
  { text, updatedAt }: FeedbackReply,
): Promise<number> =>
  db.transaction(async (trx) => {
    const { authorId, classId, title } = await findOwnSubject(trx, caller, feedbackId);
    await lockAgainstDeletion(trx, authorId);
    const locked = await repository.lockFeedback(trx, feedbackId);
    if (!locked) throw notFound('The feedback');
    const { hiddenAt, ...current } = locked;
    if (hiddenAt) throw new ApiError('feedback_hidden', 'An admin has hidden this feedback');
    if (updatedAt !== undefined && !isSameMoment(updatedAt, current.updatedAt))
      throw editConflict(
        { ...current, updatedAt: current.updatedAt.toISOString() },
        'The student has changed this feedback',
      );
    const isFirst = !(await repository.hasReply(trx, feedbackId));
    if (!(await repository.upsertReply(trx, { feedbackId, userId: caller.id, text }))) return 0;
    if (isFirst) {
      const data = { classId, title, text };
      const thread = feedbackId;
      await notify(trx, [{ userId: authorId, kind: 'feedback reply', subject: feedbackId, data, thread }]);
    } else await correctQuotes(trx, feedbackId, ['feedback reply'], { text });
    return 1;
  });

/**
 * The teacher deletes their reply. Its notification and its unsent email go with it.
 * @returns how many replies were deleted
 * @throws ApiError `not_found` or `forbidden`
 */
export const deleteReply = (db: Database, caller: CurrentUser, feedbackId: string): Promise<number> =>
  db.transaction(async (trx) => {
    await findOwnSubject(trx, caller, feedbackId);
    // A reply that is written concurrently waits until this one and its notification are gone.
    await repository.lockFeedback(trx, feedbackId);
    if (!(await repository.removeReply(trx, { feedbackId, userId: caller.id }))) return 0;
    await deleteNotificationsAbout(trx, [feedbackId], ['feedback reply']);
    return 1;
  });
