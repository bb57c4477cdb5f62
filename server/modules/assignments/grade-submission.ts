import type { MarkInput } from '#contract/assignments.ts';
import type { Database } from '../../database/client.ts';
import type { CurrentUser } from '../../http/access.ts';
import { ApiError, notFound } from '../../http/api-error.ts';
import { editConflict } from '../../http/edit-conflict.ts';
import { applyMarks } from '../certificates/certificates.repository.ts';
import { issueToStudent } from '../certificates/issue-certificates.ts';
import { requireTaughtClass } from '../classes/own-class.ts';
import { notifyOfMarks } from '../notifications/notify.ts';
import { lockAgainstDeletion } from '../users/users.repository.ts';
import { presentSubmission } from './submissions.presenter.ts';
import { findSubmission, lockSubmission, markSubmission } from './submissions.repository.ts';

/**
 * Grades or regrades a submission in the teacher's class, and notifies the student while they are enrolled. Passing
 * marks can be the last condition of a certificate. A repeat, for instance after a response was lost, changes nothing.
 * @returns how many were changed
 * @throws ApiError `not_found`, `invalid_input` for too many marks, `edit_conflict` with the stored submission if it is
 *   not the one of `submittedAt`, or as `requireTaughtClass`
 */
export const gradeSubmission = async (
  db: Database,
  caller: CurrentUser,
  id: string,
  { marks, comment = '', submittedAt }: MarkInput,
): Promise<number> => {
  const submission = await findSubmission(db, id);
  if (!submission) throw notFound('The submission');
  const { classId, userId } = submission;
  await requireTaughtClass(db, caller, classId);
  if (marks > submission.marks) {
    const fields = { marks: `Marks must be at most ${submission.marks}` };
    throw new ApiError('invalid_input', fields.marks, { fields });
  }
  return db.transaction(async (trx) => {
    await lockAgainstDeletion(trx, userId);
    const stored = await lockSubmission(trx, id);
    if (!stored) throw notFound('The submission');
    const { submission: current } = stored;
    if (submittedAt !== undefined && Date.parse(submittedAt) !== current.submittedAt.getTime())
      throw editConflict(presentSubmission(stored), 'The student has replaced this submission');
    if (current.marks === marks && current.comment === comment) return 0;
    await markSubmission(trx, id, { marks, comment });
    await notifyOfMarks(trx, id);
    await applyMarks(trx, { classId, userId, marks });
    await issueToStudent(trx, classId, userId);
    return 1;
  });
};
