import type { SubmissionInput } from '#contract/assignments.ts';
import type { Database } from '../../database/client.ts';
import type { CurrentUser } from '../../http/access.ts';
import { ApiError } from '../../http/api-error.ts';
import { notifyOfSubmission } from '../notifications/notify.ts';
import { findAssignment } from './assignments.repository.ts';
import { replaceFiles } from './submission-files.repository.ts';
import { findSubmissionOf, type SubmissionRow, upsertSubmission } from './submissions.repository.ts';

const alreadyMarked = () => new ApiError('already_marked', 'Your submission has already been graded');

/**
 * Stores a student's submission. Until the deadline it replaces an earlier one. After the deadline only a first submission
 * is accepted, and it is late.
 * @returns the stored submission
 * @throws ApiError `no_assignment`, `deadline_passed`, `already_marked`, or `invalid_input` for files that cannot be used
 */
export const submitAssignment = async (
  db: Database,
  student: CurrentUser,
  classId: string,
  { text = '', link = '', files = [] }: SubmissionInput,
): Promise<SubmissionRow> => {
  const assignment = await findAssignment(db, classId);
  if (!assignment) throw new ApiError('no_assignment', 'This class has no assignment yet');
  const before = await findSubmissionOf(db, student.id, classId);
  if (before && before.submission.marks !== null) throw alreadyMarked();
  if (before && assignment.isOver) {
    throw new ApiError('deadline_passed', 'The deadline has passed. Your earlier submission stays.');
  }
  const late = assignment.isOver;
  const content = { text, link, fileCount: files.length, late };
  await db.transaction(async (trx) => {
    const stored = await upsertSubmission(trx, {
      assignmentId: assignment.id,
      userId: student.id,
      ...content,
    });
    if (!stored) throw alreadyMarked();
    await replaceFiles(trx, { submissionId: stored, userId: student.id, ids: files });
    await notifyOfSubmission(trx, stored);
  });
  return (await findSubmissionOf(db, student.id, classId))!;
};
