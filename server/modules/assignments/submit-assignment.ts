import { effectivePassMarks, type SubmissionInput } from '#contract/assignments.ts';
import type { Database, Transaction } from '../../database/client.ts';
import type { CurrentUser } from '../../http/access.ts';
import { ApiError } from '../../http/api-error.ts';
import { editConflict, isSameMoment } from '../../http/edit-conflict.ts';
import { lockEnrollment, requireEnrollment } from '../enrollments/require-enrollment.ts';
import { neededMarks } from '../certificates/pass-marks.ts';
import { notifyOfSubmission } from './notify-of-assignments.ts';
import { lockAgainstDeletion } from '../users/users.repository.ts';
import { lockAssignment } from './assignments.repository.ts';
import { replaceFiles } from './submission-files.repository.ts';
import { presentSubmission } from './submissions.presenter.ts';
import {
  findSubmissionOf,
  lockOwnSubmission,
  type SubmissionRow,
  upsertSubmission,
} from './submissions.repository.ts';

/** Why a submission cannot replace the earlier one. */
const explainRefusal = async (trx: Transaction, userId: string, classId: string): Promise<ApiError> => {
  const earlier = await findSubmissionOf(trx, userId, classId);
  return earlier && earlier.submission.marks !== null
    ? new ApiError('already_passed', 'Your submission has passed')
    : new ApiError('deadline_passed', 'The deadline has passed. Your earlier submission still counts.');
};

/**
 * Whether the student has not seen what the submission would replace: marks, or work submitted elsewhere. Repeating a
 * submission after a lost response replaces nothing.
 */
const isUnseen = (
  { submittedAt, markedAt, text = '', link = '', files = [] }: SubmissionInput,
  { submission: earlier, files: earlierFiles }: SubmissionRow,
): boolean => {
  const isRepeated =
    earlier.markedAt === null &&
    earlier.text === text &&
    earlier.link === link &&
    earlierFiles.map(({ _id }) => _id).join() === files.join();
  if (isRepeated) return false;
  return (
    (markedAt !== undefined && !isSameMoment(markedAt, earlier.markedAt)) ||
    (submittedAt !== undefined && !isSameMoment(submittedAt, earlier.submittedAt))
  );
};

/**
 * Stores a student's submission. Until the deadline it replaces an earlier one. After the deadline it is late, and accepted
 * if it is the first one or the earlier one did not pass. One that passed is not replaced.
 * @returns the stored submission
 * @throws ApiError `not_found`, `not_enrolled`, `no_assignment`, `not_graded`, `deadline_passed`, `already_passed`,
 *   `edit_conflict` with the stored submission if the student has not seen it, or `invalid_input` for files that cannot be
 *   used
 */
export const submitAssignment = async (
  db: Database,
  student: CurrentUser,
  classId: string,
  input: SubmissionInput,
): Promise<SubmissionRow> => {
  const userId = student.id;
  const { text = '', link = '', files = [] } = input;
  await requireEnrollment(db, student, classId);
  await db.transaction(async (trx) => {
    await lockAgainstDeletion(trx, userId);
    const assignment = await lockAssignment(trx, classId);
    if (!assignment) throw new ApiError('no_assignment', 'This class has no assignment yet');
    if (!assignment.isGraded)
      throw new ApiError(
        'not_graded',
        'The teacher of this class has left, so submissions are no longer graded',
      );
    const content = { text, link, fileCount: files.length, late: assignment.isOver };
    const assignmentId = assignment.id;
    const earlier = await lockOwnSubmission(trx, assignmentId, userId);
    const stored = await upsertSubmission(
      trx,
      { assignmentId, userId, ...content },
      neededMarks(effectivePassMarks(assignment), userId, classId),
    );
    if (!stored) throw await explainRefusal(trx, userId, classId);
    if (earlier && isUnseen(input, earlier))
      throw editConflict(presentSubmission(earlier), 'Your submission has changed in the meantime');
    // After the submission, in the order in which grading locks them. A refund waits from here on.
    await lockEnrollment(trx, student, classId);
    await replaceFiles(trx, { submissionId: stored, userId, ids: files });
    await notifyOfSubmission(trx, stored, earlier?.submission.marks != null);
  });
  return (await findSubmissionOf(db, userId, classId))!;
};
