import type { FeedbackInput } from '#contract/own-feedback.ts';
import type { Database } from '../../database/client.ts';
import type { CurrentUser } from '../../http/access.ts';
import { ApiError } from '../../http/api-error.ts';
import { lockTeacherOf } from '../classes/lock-teacher.ts';
import { requireEnrollment } from '../enrollments/require-enrollment.ts';
import { correctQuotes } from '../notifications/corrections.ts';
import { notify } from '../notifications/notify.ts';
import { lockAgainstDeletion } from '../users/users.repository.ts';
import * as repository from './feedback.repository.ts';
import { findReplySubject } from './replies.repository.ts';

/**
 * A student gives feedback on a class, which replaces any earlier feedback. The teacher is notified of the first one only;
 * that notification has the current text.
 * @returns the id of the feedback
 * @throws ApiError as `requireEnrollment`, or `feedback_hidden` if an admin has hidden the earlier feedback
 */
export const giveFeedback = (db: Database, caller: CurrentUser, input: FeedbackInput): Promise<string> =>
  db.transaction(async (trx) => {
    const { classId, feedback: text, rating } = input;
    await lockAgainstDeletion(trx, caller.id);
    await lockTeacherOf(trx, classId);
    await requireEnrollment(trx, caller, classId);
    const isFirst = !(await repository.findFeedbackOf(trx, caller.id, classId));
    const id = await repository.upsertFeedback(trx, caller.id, input);
    if (id === undefined)
      throw new ApiError('feedback_hidden', 'An admin has hidden your feedback on this class');
    if (!isFirst) await correctQuotes(trx, id, ['new feedback'], { text, rating });
    else {
      const { teacherId, title } = (await findReplySubject(trx, id))!;
      const data = { classId, title, rating, text };
      await notify(trx, [{ userId: teacherId, kind: 'new feedback', subject: id, data, thread: classId }]);
    }
    return id;
  });
