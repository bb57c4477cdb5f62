import type { GradeInput } from '#contract/assignments.ts';
import type { Database } from '../../database/client.ts';
import type { CurrentUser } from '../../http/access.ts';
import { ApiError, notFound } from '../../http/api-error.ts';
import { editConflict, isSameMoment } from '../../http/edit-conflict.ts';
import { applyMarks } from '../certificates/certificates.repository.ts';
import { issueToStudent } from '../certificates/issue-certificates.ts';
import { requireTaughtClass } from '../classes/own-class.ts';
import { notifyOfMarks } from './notify-of-assignments.ts';
import { lockAgainstDeletion } from '../users/users.repository.ts';
import { lockAssignment } from './assignments.repository.ts';
import { presentSubmission } from './submissions.presenter.ts';
import { findSubmission, lockSubmission, storeGrade } from './submissions.repository.ts';

/** @throws ApiError `invalid_input` */
const requireMarks = (marks: number, max: number): void => {
  if (marks <= max) return;
  const fields = { marks: `Marks must be at most ${max}` };
  throw new ApiError('invalid_input', fields.marks, { fields });
};

/**
 * Grades or regrades a submission in the teacher's class, and notifies the student while they are enrolled. Passing
 * marks can be the last condition of a certificate. A repeat, for instance after a response was lost, changes nothing.
 * @returns how many were changed
 * @throws ApiError `not_found`, `invalid_input` for too many marks, `edit_conflict` with the stored submission if it is
 *   not the one of `submittedAt` and `markedAt`, or as `requireTaughtClass`
 */
export const gradeSubmission = async (
  db: Database,
  caller: CurrentUser,
  id: string,
  { marks, comment = '', submittedAt, markedAt }: GradeInput,
): Promise<number> => {
  const submission = await findSubmission(db, id);
  if (!submission) throw notFound('The submission');
  const { classId, userId } = submission;
  await requireTaughtClass(db, caller, classId);
  return db.transaction(async (trx) => {
    await lockAgainstDeletion(trx, userId);
    const assignment = await lockAssignment(trx, classId);
    const stored = await lockSubmission(trx, id);
    if (!assignment || !stored) throw notFound('The submission');
    requireMarks(marks, assignment.marks);
    const { submission: current } = stored;
    if (submittedAt !== undefined && !isSameMoment(submittedAt, current.submittedAt))
      throw editConflict(presentSubmission(stored), 'The student has replaced this submission');
    if (current.marks === marks && current.comment === comment) return 0;
    if (markedAt !== undefined && !isSameMoment(markedAt, current.markedAt))
      throw editConflict(
        presentSubmission(stored),
        'This submission has been graded elsewhere in the meantime',
      );
    await storeGrade(trx, id, { marks, comment });
    await notifyOfMarks(trx, id);
    await applyMarks(trx, { classId, userId, marks });
    await issueToStudent(trx, classId, userId);
    return 1;
  });
};
