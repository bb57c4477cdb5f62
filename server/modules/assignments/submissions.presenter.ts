import type { Submission } from '#contract/assignments.ts';
import type { SubmissionRow } from './submissions.repository.ts';

/** A submission as its student and the teacher of the class see it. */
export const presentSubmission = ({ submission, student, files }: SubmissionRow): Submission => ({
  _id: submission.id,
  student,
  text: submission.text,
  link: submission.link,
  files,
  submittedAt: submission.submittedAt.toISOString(),
  late: submission.late,
  marks: submission.marks,
  comment: submission.comment,
  markedAt: submission.markedAt?.toISOString() ?? null,
  ...(submission.earlierMarks !== null && {
    earlier: { marks: submission.earlierMarks, comment: submission.earlierComment },
  }),
});
