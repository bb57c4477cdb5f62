import { useState } from 'react';
import type { Assignment, Submission } from '#contract/assignments.ts';
import type { AssignmentState } from '#contract/certificates.ts';
import { StackedTable } from '#web/lists/stacked-table.tsx';
import { LinkedText } from '#web/ui/linked-text.tsx';
import { formatDeadline, formatMoment } from '#web/ui/format-date.ts';
import { inMarks } from '#web/learning/in-marks.ts';
import { EarlierAttempt, GradeComment, SubmittedWork } from '#web/learning/submitted-work.tsx';
import { SubmissionDialog } from './submission-dialog.tsx';

interface AssignmentTableProps {
  classId: string;
  assignment: Assignment;
  submission: Submission | null;
  /** The student's status, which says whether the submission has passed, also if the pass mark has been raised since. */
  status: AssignmentState | undefined;
}

const isOver = (dueAt: string): boolean => Date.now() >= Date.parse(dueAt);

/** Why nothing can be submitted, or no longer replaced. */
const whyClosed = (
  submission: Submission | null,
  { dueAt }: Assignment,
  { status, isFailed }: { status: AssignmentState | undefined; isFailed: boolean },
): string | undefined => {
  if (status === 'not graded') return 'The teacher has left, so nothing is graded any more';
  if (!submission) return undefined;
  const { marks } = submission;
  if (marks !== null) return isFailed ? undefined : 'Your work has been graded';
  return isOver(dueAt) ? 'The deadline has passed' : undefined;
};

/** The length of the description that fits into a column of the table. */
const SHORT = 280;

/** A long description, below the table, where it has the whole width. */
const Brief = ({ description }: Pick<Assignment, 'description'>) => (
  <section className="panel grid gap-3 p-6" aria-labelledby="brief">
    <h2 id="brief" className="text-lg">
      What to do
    </h2>
    <LinkedText text={description} />
  </section>
);

interface StateProps {
  submission: Submission | null;
  isFailed: boolean;
}

const State = ({ submission, isFailed }: StateProps) => {
  if (!submission) return <span className="badge badge-outline">Not submitted</span>;
  if (isFailed) return <span className="badge badge-warning">Not passed</span>;
  if (submission.marks !== null) return <span className="badge badge-success">Graded</span>;
  if (submission.late) return <span className="badge badge-warning">Submitted late</span>;
  return <span className="badge badge-info">Submitted</span>;
};

/** The student’s submission, with the teacher’s marks and comment. */
const OwnSubmission = ({ submission, outOf }: { submission: Submission; outOf: number }) => (
  <section className="panel grid gap-4 p-6" aria-labelledby="own-submission">
    <h2 id="own-submission">Your work</h2>
    <p className="muted text-sm">
      Submitted on {formatMoment(submission.submittedAt)}
      {submission.late && ', after the deadline'}
    </p>
    <SubmittedWork {...submission} />
    {submission.marks !== null && (
      <div className="grid gap-1 border-t border-base-300 pt-4">
        <p className="text-lg font-bold">
          {submission.marks} of {inMarks(outOf)}
        </p>
        <GradeComment comment={submission.comment} />
      </div>
    )}
    <EarlierAttempt {...submission} />
  </section>
);

/** The class's assignment with a Submit button, and the student's submission. */
export const AssignmentTable = ({ classId, assignment, submission, status }: AssignmentTableProps) => {
  const [isSubmitting, setIsSubmitting] = useState(false);
  const marks = submission?.marks ?? null;
  const isFailed = marks !== null && marks < assignment.passMarks && status !== 'passed';
  const isLong = assignment.description.length > SHORT;
  const closedBecause = whyClosed(submission, assignment, { status, isFailed });
  return (
    <>
      <StackedTable label="Assignment">
        <thead>
          <tr>
            <th scope="col">Title</th>
            <th scope="col">Description</th>
            <th scope="col">Marks</th>
            <th scope="col">Date</th>
            <th scope="col">State</th>
            <th scope="col">Submit</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">
              <span dir="auto" className="in-rows:block in-rows:min-w-28">
                {assignment.title}
              </span>
            </th>
            <td className="text-cell">
              <div className="in-rows:min-w-44">
                {isLong ? (
                  <span className="muted">See below</span>
                ) : (
                  <LinkedText text={assignment.description} />
                )}
              </div>
            </td>
            <td data-label="Marks">
              <span>
                {assignment.marks}
                <span className="muted block text-xs in-rows:whitespace-nowrap">
                  {assignment.passMarks} to pass
                </span>
              </span>
            </td>
            <td data-label="Date">
              <span className="in-rows:block in-rows:min-w-28">{formatDeadline(assignment.dueAt)}</span>
            </td>
            <td data-label="State">
              <State submission={submission} isFailed={isFailed} />
            </td>
            <td>
              <button
                type="button"
                className="btn btn-primary btn-sm in-rows:whitespace-nowrap"
                disabled={Boolean(closedBecause)}
                aria-describedby={closedBecause ? 'closed-because' : undefined}
                onClick={() => setIsSubmitting(true)}
              >
                {submission ? 'Submit again' : 'Submit'}
              </button>
              {closedBecause && (
                <span id="closed-because" className="muted block pt-1 text-xs">
                  {closedBecause}
                </span>
              )}
            </td>
          </tr>
        </tbody>
      </StackedTable>
      {isLong && <Brief {...assignment} />}
      {submission && <OwnSubmission submission={submission} outOf={assignment.marks} />}
      {isSubmitting && (
        <SubmissionDialog
          classId={classId}
          assignment={assignment}
          submission={submission}
          isLate={isOver(assignment.dueAt)}
          onClose={() => setIsSubmitting(false)}
        />
      )}
    </>
  );
};
