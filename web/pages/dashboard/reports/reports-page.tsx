import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Flag } from 'lucide-react';
import { useState } from 'react';
import { type ModeratedPost, POST_STATES } from '#contract/questions.ts';
import { hidePost, moderatedPostsQuery, questionKeys, showPost } from '#web/calls/questions.ts';
import { DataTable } from '#web/lists/data-table.tsx';
import { ListToolbar } from '#web/lists/list-toolbar.tsx';
import { ListView } from '#web/lists/list-view.tsx';
import { useListState } from '#web/lists/use-list-state.ts';
import { PageMeta } from '#web/meta/page-meta.tsx';
import { ReasonDialog } from '#web/review/reason-dialog.tsx';
import { FormError } from '#web/ui/form-error.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { showToast } from '#web/ui/toast.ts';
import { reportColumns } from './report-columns.tsx';

const STATE_FILTER = {
  name: 'state' as const,
  label: 'Status',
  allLabel: 'Reported or hidden',
  options: [
    { value: 'reported', label: 'Reported' },
    { value: 'hidden', label: 'Hidden' },
  ],
};

/** Reported and hidden questions and answers, for admins. */
export const Component = () => {
  const queryClient = useQueryClient();
  const list = useListState({ sorts: [], filters: { state: POST_STATES } });
  const state = POST_STATES.find((known) => known === list.filters.state);
  const { q, page, limit } = list.query;
  const posts = useQuery(moderatedPostsQuery({ q, page, limit, state }));
  const [hiding, setHiding] = useState<ModeratedPost>();
  const change = useMutation({
    mutationFn: ({ post, reason }: { post: ModeratedPost; reason?: string }) =>
      reason === undefined ? showPost(post._id) : hidePost(post._id, reason),
    onSuccess: (_, { post, reason }) =>
      void showToast(`The ${post.kind} is ${reason === undefined ? 'shown again' : 'hidden'}`),
    onSettled: () => {
      setHiding(undefined);
      return queryClient.invalidateQueries({ queryKey: questionKeys.all });
    },
  });
  return (
    <div className="grid gap-6">
      <PageMeta title="Reports" />
      <header className="grid gap-2">
        <h1>Reports</h1>
        <p className="muted">Questions and answers that users have reported, or that are hidden.</p>
      </header>
      <ListToolbar list={list} searchLabel="Search by text, user, lesson or class" filters={[STATE_FILTER]} />
      {change.error && <FormError>{change.error.message}</FormError>}
      <ListView
        list={list}
        loaded={posts}
        noun={['report', 'reports']}
        failure="The reports could not be loaded"
        empty={<Notice icon={<Flag />} title="Nothing has been reported" />}
      >
        {(rows) => (
          <DataTable
            label="Reports"
            columns={reportColumns({
              busy: change.isPending,
              onHide: setHiding,
              onShow: (post) => change.mutate({ post }),
            })}
            rows={rows}
            sorts={[]}
            sort={undefined}
            onSort={() => undefined}
          />
        )}
      </ListView>
      {hiding && (
        <ReasonDialog
          title={`Hide the ${hiding.kind} by ${hiding.user.name}?`}
          action="Hide"
          hint="The author will see this reason. Others no longer see what is hidden."
          busy={change.isPending}
          onDecide={(reason) => change.mutate({ post: hiding, reason })}
          onClose={() => setHiding(undefined)}
        />
      )}
    </div>
  );
};
