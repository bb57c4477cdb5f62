import type { SubmissionInput } from '#contract/assignments.ts';
import type { Queryable } from '../../database/client.ts';
import type { CurrentUser } from '../../http/access.ts';
import { ApiError } from '../../http/api-error.ts';
import { findAssignment } from './assignments.repository.ts';
import { findSubmissionOf, type SubmissionRow, upsertSubmission } from './submissions.repository.ts';

const alreadyMarked = () => new ApiError('already_marked', 'Your submission has already been graded');

/**
 * Stores a student's submission. Until the deadline it replaces an earlier one. After the deadline only a first submission
 * is accepted, and it is late.
 * @returns the stored submission
 * @throws ApiError `no_assignment`, `deadline_passed` or `already_marked`
 */
export const submitAssignment = async (
  db: Queryable,
  student: CurrentUser,
  classId: string,
  { text = '', link = '' }: SubmissionInput,
): Promise<SubmissionRow> => {
  const assignment = await findAssignment(db, classId);
  if (!assignment) throw new ApiError('no_assignment', 'This class has no assignment yet');
  const before = await findSubmissionOf(db, student.id, classId);
  if (before && before.submission.marks !== null) throw alreadyMarked();
  if (before && assignment.isOver) {
    throw new ApiError('deadline_passed', 'The deadline has passed. Your earlier submission stays.');
  }
  const late = assignment.isOver;
  const isStored = await upsertSubmission(db, {
    assignmentId: assignment.id,
    userId: student.id,
    text,
    link,
    late,
  });
  if (!isStored) throw alreadyMarked();
  return (await findSubmissionOf(db, student.id, classId))!;
};
