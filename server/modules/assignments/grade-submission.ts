import type { MarkInput } from '#contract/assignments.ts';
import type { Database } from '../../database/client.ts';
import type { CurrentUser } from '../../http/access.ts';
import { ApiError, notFound } from '../../http/api-error.ts';
import { applyMarks } from '../certificates/certificates.repository.ts';
import { issueToStudent } from '../certificates/issue-certificates.ts';
import { requireTaughtClass } from '../classes/own-class.ts';
import { notifyOfMarks } from '../notifications/notify.ts';
import { lockAgainstDeletion } from '../users/users.repository.ts';
import { findSubmission, markSubmission } from './submissions.repository.ts';

/**
 * Grades or regrades a submission in the teacher's class, and notifies the student. Passing marks can be the last
 * condition of a certificate.
 * @throws ApiError `not_found`, `invalid_input` for too many marks, or as `requireTaughtClass`
 */
export const gradeSubmission = async (
  db: Database,
  caller: CurrentUser,
  id: string,
  { marks, comment = '' }: MarkInput,
): Promise<void> => {
  const submission = await findSubmission(db, id);
  if (!submission) throw notFound('The submission');
  const { classId, userId } = submission;
  await requireTaughtClass(db, caller, classId);
  if (marks > submission.marks) {
    const fields = { marks: `Marks must be at most ${submission.marks}` };
    throw new ApiError('invalid_input', fields.marks, { fields });
  }
  await db.transaction(async (trx) => {
    await lockAgainstDeletion(trx, userId);
    if (!(await markSubmission(trx, id, { marks, comment }))) throw notFound('The submission');
    await notifyOfMarks(trx, id);
    await applyMarks(trx, { classId, userId, marks });
    await issueToStudent(trx, classId, userId);
  });
};
