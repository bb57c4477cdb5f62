import { useQuery } from '@tanstack/react-query';
import { CircleCheck, Inbox } from 'lucide-react';
import { useState } from 'react';
import { type Assignment, type Submission, SUBMISSION_SORTS } from '#contract/assignments.ts';
import { fetchSubmissionFilesLink, submissionsQuery } from '#web/calls/assignments.ts';
import { DownloadButton } from '#web/files/download-button.tsx';
import { type Columns, DataTable } from '#web/lists/data-table.tsx';
import { ListToolbar } from '#web/lists/list-toolbar.tsx';
import { ListView } from '#web/lists/list-view.tsx';
import { useListState } from '#web/lists/use-list-state.ts';
import { Marks } from '#web/learning/marks.tsx';
import { formatMoment } from '#web/ui/format-date.ts';
import { Notice } from '#web/ui/notice.tsx';
import { UserCell } from '#web/lists/user-cell.tsx';
import { sortOptions } from '#web/lists/sort-options.ts';
import { GradeDialog } from './grade-dialog.tsx';
import { useNextSubmission } from './use-next-submission.ts';

const MARKED = ['yes', 'no'] as const;
const MARKED_FILTER = {
  name: 'marked' as const,
  label: 'Grading',
  allLabel: 'All',
  options: [
    { value: 'no', label: 'To grade' },
    { value: 'yes', label: 'Graded' },
  ],
};
const SORTS = [
  { value: 'oldest' as const, label: 'Oldest first' },
  ...sortOptions({ name: 'Student' }),
  { value: '-marks' as const, label: 'Most marks first' },
  { value: 'marks' as const, label: 'Fewest marks first' },
];

const columnsFor = (
  assignment: Assignment,
  onMark: (submission: Submission) => void,
): Columns<Submission> => [
  {
    id: 'name',
    header: 'Student',
    cell: (submission) => <UserCell name={submission.student.name} image={submission.student.image} />,
  },
  {
    id: 'date',
    header: 'Submitted',
    cell: (submission) => (
      <span>
        {formatMoment(submission.submittedAt)}
        {submission.files.length > 0 && (
          <span className="muted ms-2 text-sm">
            {submission.files.length === 1 ? '1 file' : `${submission.files.length} files`}
          </span>
        )}
        {submission.late && <span className="badge badge-warning badge-sm ms-2">Late</span>}
      </span>
    ),
  },
  {
    id: 'marks',
    header: 'Marks',
    cell: (submission) =>
      submission.marks === null ? (
        <span className="muted">Not graded</span>
      ) : (
        <Marks marks={submission.marks} assignment={assignment} />
      ),
  },
  {
    id: 'mark',
    header: 'Work',
    cell: (submission) => (
      <button
        type="button"
        className="btn btn-outline btn-sm"
        onClick={() => onMark(submission)}
        aria-label={`${submission.marks === null ? 'Grade' : 'View'} submission of ${submission.student.name}`}
      >
        {submission.marks === null ? 'Grade' : 'View submission'}
      </button>
    ),
  },
];

/** The students’ submissions, for grading. */
export const Submissions = ({ classId, assignment }: { classId: string; assignment: Assignment }) => {
  const list = useListState({ sorts: SUBMISSION_SORTS, filters: { marked: MARKED } });
  const submissions = useQuery(submissionsQuery(classId, list.query));
  const [marking, setMarking] = useState<Submission>();
  const { rows = [], total = 0 } = submissions.data ?? {};
  const findNext = useNextSubmission(classId, { rows, sort: list.query.sort });
  return (
    <section className="grid gap-4" aria-labelledby="submissions">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="submissions">Submissions</h2>
        {total > 0 && (
          <DownloadButton
            fetchLink={() => fetchSubmissionFilesLink(classId)}
            className="btn btn-outline btn-sm"
          >
            Download all (ZIP)
          </DownloadButton>
        )}
      </div>
      <ListToolbar
        list={list}
        loaded={submissions}
        searchLabel="Search by student"
        filters={[MARKED_FILTER]}
        sorts={SORTS}
        sortsForCardsOnly
      />
      <ListView
        list={list}
        loaded={submissions}
        noun={['submission', 'submissions']}
        failure="The submissions could not be loaded"
        empty={<Notice icon={<Inbox />} title="No submissions yet" />}
        noMatches={
          list.query.marked === 'no' && !list.query.q ? (
            <Notice icon={<CircleCheck />} title="Everything is graded" role="status">
              <button type="button" className="btn btn-primary" onClick={list.clear}>
                Show all
              </button>
            </Notice>
          ) : undefined
        }
      >
        {(rows) => (
          <DataTable
            label="Submissions"
            columns={columnsFor(assignment, setMarking)}
            rows={rows}
            list={list}
          />
        )}
      </ListView>
      {marking && (
        <GradeDialog
          key={`${marking._id} ${marking.submittedAt}`}
          submission={marking}
          assignment={assignment}
          findNext={marking.marks === null && total > 1 ? findNext : undefined}
          onClose={setMarking}
        />
      )}
    </section>
  );
};
