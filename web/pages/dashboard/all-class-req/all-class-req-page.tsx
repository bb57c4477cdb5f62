import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Inbox } from 'lucide-react';
import { useState } from 'react';
import { type Class, CLASS_SORTS } from '#contract/classes.ts';
import { approveClass, classKeys, classPageQuery, rejectClass } from '#web/calls/classes.ts';
import { DataTable } from '#web/lists/data-table.tsx';
import { ListToolbar } from '#web/lists/list-toolbar.tsx';
import { ListView } from '#web/lists/list-view.tsx';
import { useListState } from '#web/lists/use-list-state.ts';
import { FormError } from '#web/ui/form-error.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { showToast } from '#web/ui/toast.ts';
import { PageMeta } from '#web/meta/page-meta.tsx';
import { confirmApproval } from '../review/confirm-approval.ts';
import { RejectDialog } from '../review/reject-dialog.tsx';
import { sortOptions, STATUS_FILTER } from '../review/table-options.ts';
import { classColumns } from './class-columns.tsx';
import { ClassPreviewDialog } from './class-preview-dialog.tsx';

type Decision = { submission: Class } & ({ approve: true } | { approve: false; reason: string });

const decide = (decision: Decision) =>
  decision.approve
    ? approveClass(decision.submission._id)
    : rejectClass(decision.submission._id, decision.reason);

const SORTS = sortOptions({ name: 'Name', title: 'Title', experience: 'Experience', status: 'Status' });

export const Component = () => {
  const queryClient = useQueryClient();
  const list = useListState({ sorts: CLASS_SORTS, filters: { status: STATUS_FILTER.values } });
  const classes = useQuery(classPageQuery({ ...list.query, ...STATUS_FILTER.read(list.filters) }));
  const [open, setOpen] = useState<{ submission: Class; as: 'preview' | 'rejection' }>();
  const decision = useMutation({
    mutationFn: decide,
    onSuccess: (_, { approve }) => void showToast(approve ? 'Class approved' : 'Class rejected'),
    onSettled: () => {
      setOpen(undefined);
      return queryClient.invalidateQueries({ queryKey: classKeys.all });
    },
  });
  const confirmAndApprove = async (submission: Class) => {
    // A dialog that is open lies over everything else, and comes back unless it was meant.
    setOpen(undefined);
    const title = `Approve "${submission.title}"?`;
    if (await confirmApproval(title, 'It is published, and students can enroll in it.'))
      decision.mutate({ submission, approve: true });
    else setOpen(open);
  };
  const actions = {
    busy: decision.isPending,
    onLook: (submission: Class) => setOpen({ submission, as: 'preview' }),
    onApprove: (submission: Class) => void confirmAndApprove(submission),
    onReject: (submission: Class) => setOpen({ submission, as: 'rejection' }),
  };
  return (
    <div className="grid gap-6">
      <PageMeta title="All Classes Requests" />
      <h1>All Classes Requests</h1>
      <ListToolbar
        list={list}
        searchLabel="Search by title, text or teacher"
        filters={[STATUS_FILTER]}
        sorts={SORTS}
        sortsOnPhonesOnly
      />
      {decision.error && <FormError>{decision.error.message}</FormError>}
      <ListView
        list={list}
        loaded={classes}
        noun={['class', 'classes']}
        failure="The classes could not be loaded"
        empty={<Notice icon={<Inbox />} title="No class has been added yet" />}
      >
        {(rows) => (
          <DataTable
            label="Classes to review"
            columns={classColumns(actions)}
            rows={rows}
            sorts={CLASS_SORTS}
            sort={list.sort}
            onSort={(sort) => list.change('sort', sort)}
          />
        )}
      </ListView>
      {open?.as === 'preview' && (
        <ClassPreviewDialog submission={open.submission} {...actions} onClose={() => setOpen(undefined)} />
      )}
      {open?.as === 'rejection' && (
        <RejectDialog
          title={`Reject "${open.submission.title}"?`}
          hint="The teacher will read it, and may change the class."
          busy={decision.isPending}
          onReject={(reason) => decision.mutate({ submission: open.submission, approve: false, reason })}
          onClose={() => setOpen(undefined)}
        />
      )}
    </div>
  );
};
