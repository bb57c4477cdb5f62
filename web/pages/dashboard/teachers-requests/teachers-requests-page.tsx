import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Inbox } from 'lucide-react';
import { useState } from 'react';
import { TEACHER_REQUEST_SORTS, type TeacherRequest } from '#contract/teacher-requests.ts';
import {
  approveTeacherRequest,
  rejectTeacherRequest,
  teacherRequestKeys,
  teacherRequestsQuery,
} from '#web/calls/teacher-requests.ts';
import { type Columns, DataTable } from '#web/lists/data-table.tsx';
import { ListToolbar } from '#web/lists/list-toolbar.tsx';
import { ListView } from '#web/lists/list-view.tsx';
import { useListState } from '#web/lists/use-list-state.ts';
import { FormError } from '#web/ui/form-error.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import { showToast } from '#web/ui/toast.ts';
import { PageMeta } from '#web/meta/page-meta.tsx';
import { confirmApproval } from '#web/review/confirm-approval.ts';
import { DecisionButtons } from '#web/review/decision-buttons.tsx';
import { UserCell } from '#web/lists/user-cell.tsx';
import { ReasonDialog } from '#web/review/reason-dialog.tsx';
import { sortOptions } from '#web/lists/sort-options.ts';
import { STATUS_FILTER } from '#web/review/status-filter.ts';

type Decision = { request: TeacherRequest } & ({ approve: true } | { approve: false; reason: string });

const decide = (decision: Decision) =>
  decision.approve
    ? approveTeacherRequest(decision.request._id)
    : rejectTeacherRequest(decision.request._id, decision.reason);

const SORTS = sortOptions({
  name: 'Name',
  experience: 'Experience',
  title: 'Title',
  category: 'Category',
  status: 'Status',
});

interface Actions {
  busy: boolean;
  onApprove: (request: TeacherRequest) => void;
  onReject: (request: TeacherRequest) => void;
}

const columnsFor = ({ busy, onApprove, onReject }: Actions): Columns<TeacherRequest> => [
  {
    id: 'name',
    header: 'Name',
    cell: (request) => <UserCell name={request.name} image={request.image} email={request.email} />,
  },
  { id: 'experience', header: 'Experience', cell: (request) => request.experience },
  { id: 'title', header: 'Title', cell: (request) => request.title },
  { id: 'category', header: 'Category', cell: (request) => request.category },
  {
    id: 'status',
    header: 'Status',
    cell: (request) => <StatusBadge status={request.role ? 'Teacher' : request.status} />,
  },
  {
    id: 'decision',
    header: 'Decision',
    cell: (request) =>
      request.status === 'Pending' && !request.role ? (
        <span className="flex gap-2">
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
  const queryClient = useQueryClient();
  const list = useListState({ sorts: TEACHER_REQUEST_SORTS, filters: { status: STATUS_FILTER.values } });
  const requests = useQuery(teacherRequestsQuery({ ...list.query, ...STATUS_FILTER.read(list.filters) }));
  const [rejecting, setRejecting] = useState<TeacherRequest>();
  const decision = useMutation({
    mutationFn: decide,
    onSuccess: (_, { request, approve }) =>
      void showToast(approve ? `${request.name} is now a teacher` : 'Request rejected'),
    onSettled: () => {
      setRejecting(undefined);
      return queryClient.invalidateQueries({ queryKey: teacherRequestKeys.all });
    },
  });
  const confirmAndApprove = async (request: TeacherRequest) => {
    const title = `Approve the request from ${request.name}?`;
    if (await confirmApproval(title, 'They’ll become a teacher and can add classes.'))
      decision.mutate({ request, approve: true });
  };
  const columns = columnsFor({
    busy: decision.isPending,
    onApprove: (request) => void confirmAndApprove(request),
    onReject: setRejecting,
  });
  return (
    <div className="grid gap-6">
      <PageMeta title="Teacher's Requests" />
      <h1>Teacher&apos;s Requests</h1>
      <ListToolbar
        list={list}
        searchLabel="Search by name, title or email"
        filters={[STATUS_FILTER]}
        sorts={SORTS}
        sortsOnPhonesOnly
      />
      {decision.error && <FormError>{decision.error.message}</FormError>}
      <ListView
        list={list}
        loaded={requests}
        noun={['request', 'requests']}
        failure="The requests could not be loaded"
        empty={<Notice icon={<Inbox />} title="No teacher requests yet" />}
      >
        {(rows) => (
          <DataTable
            label="Teacher requests"
            columns={columns}
            rows={rows}
            sorts={TEACHER_REQUEST_SORTS}
            sort={list.sort}
            onSort={(sort) => list.change('sort', sort)}
          />
        )}
      </ListView>
      {rejecting && (
        <ReasonDialog
          title={`Reject the request from ${rejecting.name}?`}
          hint="They’ll see this reason and can apply again."
          busy={decision.isPending}
          action="Reject"
          optional
          onDecide={(reason) => decision.mutate({ request: rejecting, approve: false, reason })}
          onClose={() => setRejecting(undefined)}
        />
      )}
    </div>
  );
};
