import { useQuery } from '@tanstack/react-query';
import { TEACHER_REQUEST_SORTS, type TeacherRequest } from '#contract/teacher-requests.ts';
import {
  approveTeacherRequest,
  rejectTeacherRequest,
  teacherRequestKeys,
  teacherRequestsQuery,
} from '#web/calls/teacher-requests.ts';
import type { Columns } from '#web/lists/data-table.tsx';
import { useListState } from '#web/lists/use-list-state.ts';
import { unconfirmedWarning } from '#web/lists/unconfirmed-warning.ts';
import { UserCell } from '#web/lists/user-cell.tsx';
import { DecisionButtons } from '#web/review/decision-buttons.tsx';
import { ReviewList } from '#web/review/review-list.tsx';
import { STATUS_FILTER } from '#web/review/status-filter.ts';
import { type Review, type ReviewActions, useReview } from '#web/review/use-review.tsx';
import { StatusBadge } from '#web/review/status-badge.tsx';

const REVIEW: Review<TeacherRequest> = {
  nameOf: ({ name }) => `the request from ${name}`,
  queryKey: teacherRequestKeys.all,
  approval: {
    run: approveTeacherRequest,
    done: ({ name }) => `${name} is now a teacher`,
    consequence: ({ email, unconfirmed }) =>
      [
        'They’ll become a teacher and can add classes.',
        ...(unconfirmed ? [unconfirmedWarning(email)] : []),
      ].join(' '),
  },
  rejection: {
    verb: 'Reject',
    run: rejectTeacherRequest,
    done: () => 'Request rejected',
    optional: true,
    hint: 'They’ll see this reason and can apply again.',
  },
};

const columnsFor = ({
  busy,
  onApprove,
  onReject,
}: ReviewActions<TeacherRequest>): Columns<TeacherRequest> => [
  {
    id: 'name',
    header: 'Name',
    cell: ({ name, image, email, unconfirmed }) => (
      <UserCell name={name} image={image} email={email} unconfirmed={unconfirmed} />
    ),
  },
  { id: 'experience', header: 'Experience', cell: (request) => request.experience },
  {
    id: 'title',
    header: 'Title',
    cell: (request) => (
      <span dir="auto" className="min-w-0 in-rows:block in-rows:min-w-28">
        {request.title}
      </span>
    ),
  },
  { id: 'category', header: 'Category', cell: (request) => request.category },
  {
    id: 'status',
    header: 'Status',
    cell: ({ status, role, reason }) => (
      <span className="grid justify-items-end gap-1 in-rows:justify-items-start">
        <StatusBadge status={role && status !== 'rejected' ? 'Teacher' : status} />
        {reason && (
          <span dir="auto" className="muted text-sm wrap-anywhere in-rows:max-w-60">
            {reason}
          </span>
        )}
      </span>
    ),
  },
  {
    id: 'decision',
    header: 'Decision',
    cell: (request) =>
      request.status === 'Pending' && !request.role ? (
        <span className="flex flex-wrap justify-end gap-2 in-rows:flex-nowrap in-rows:justify-start">
          <DecisionButtons
            about={request.name}
            disabled={busy}
            onApprove={() => onApprove(request)}
            onReject={() => onReject(request)}
          />
        </span>
      ) : (
        <span className="muted text-sm">Reviewed</span>
      ),
  },
];

export const Component = () => {
  const list = useListState({ sorts: TEACHER_REQUEST_SORTS, filters: { status: STATUS_FILTER.values } });
  const requests = useQuery(teacherRequestsQuery(list.query));
  const { actions, dialog, error } = useReview(REVIEW);
  return (
    <ReviewList
      title="Teacher's Requests"
      list={list}
      loaded={requests}
      sortLabels={{
        name: 'Name',
        experience: 'Experience',
        title: 'Title',
        category: 'Category',
        status: 'Status',
      }}
      columns={columnsFor(actions)}
      searchLabel="Search by name, title or email"
      label="Teacher requests"
      noun={['request', 'requests']}
      failure="The requests could not be loaded"
      empty="No teacher requests yet"
      error={error}
      dialog={dialog}
    />
  );
};
