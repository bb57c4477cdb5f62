import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Inbox } from 'lucide-react';
import { useState } from 'react';
import type { TeacherRequest } from '#contract/teacher-requests.ts';
import {
  approveTeacherRequest,
  rejectTeacherRequest,
  teacherRequestKeys,
  teacherRequestsQuery,
} from '#web/calls/teacher-requests.ts';
import { FormError } from '#web/ui/form-error.tsx';
import { LoadError } from '#web/ui/load-error.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { PageSpinner } from '#web/ui/page-spinner.tsx';
import { showToast } from '#web/ui/toast.ts';
import { useTitle } from '#web/ui/use-title.ts';
import { RejectDialog } from './reject-dialog.tsx';
import { RequestRow } from './request-row.tsx';

type Decision = { request: TeacherRequest } & ({ approve: true } | { approve: false; reason: string });

const decide = (decision: Decision) =>
  decision.approve
    ? approveTeacherRequest(decision.request._id)
    : rejectTeacherRequest(decision.request._id, decision.reason);

const Requests = () => {
  const queryClient = useQueryClient();
  const { data, isPending, refetch } = useQuery(teacherRequestsQuery);
  const [rejecting, setRejecting] = useState<TeacherRequest>();
  const decision = useMutation({
    mutationFn: decide,
    onSuccess: (_, { request, approve }) => {
      setRejecting(undefined);
      void showToast(approve ? `${request.name} is a teacher now` : 'Request rejected');
    },
    onError: () => setRejecting(undefined),
    onSettled: () => queryClient.invalidateQueries({ queryKey: teacherRequestKeys.all }),
  });
  if (isPending) return <PageSpinner />;
  if (!data) return <LoadError title="The requests could not be loaded" onRetry={() => void refetch()} />;
  if (data.length === 0) return <Notice icon={<Inbox />} title="Nobody has asked to teach yet" />;
  return (
    <>
      {decision.error && <FormError>{decision.error.message}</FormError>}
      <div className="panel overflow-x-auto">
        <table className="table stacked-on-phones">
          <thead>
            <tr>
              <th scope="col">Name</th>
              <th scope="col">Experience</th>
              <th scope="col">Title</th>
              <th scope="col">Category</th>
              <th scope="col">Status</th>
              <th scope="col">Decision</th>
            </tr>
          </thead>
          <tbody>
            {data.map((request) => (
              <RequestRow
                key={request._id}
                request={request}
                busy={decision.isPending}
                onApprove={() => decision.mutate({ request, approve: true })}
                onReject={() => setRejecting(request)}
              />
            ))}
          </tbody>
        </table>
      </div>
      {rejecting && (
        <RejectDialog
          name={rejecting.name}
          busy={decision.isPending}
          onReject={(reason) => decision.mutate({ request: rejecting, approve: false, reason })}
          onClose={() => setRejecting(undefined)}
        />
      )}
    </>
  );
};

export const Component = () => {
  useTitle("Teacher's Requests");
  return (
    <div className="grid gap-6">
      <h1>Teacher&apos;s Requests</h1>
      <Requests />
    </div>
  );
};
