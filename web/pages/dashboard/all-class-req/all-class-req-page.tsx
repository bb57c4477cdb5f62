import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Inbox } from 'lucide-react';
import { useState } from 'react';
import { type Class, CLASS_SORTS } from '#contract/classes.ts';
import { approveClass, classKeys, classPageQuery, rejectClass, withdrawClass } from '#web/calls/classes.ts';
import { DataTable } from '#web/lists/data-table.tsx';
import { ListToolbar } from '#web/lists/list-toolbar.tsx';
import { ListView } from '#web/lists/list-view.tsx';
import { useListState } from '#web/lists/use-list-state.ts';
import { FormError } from '#web/ui/form-error.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { showToast } from '#web/ui/toast.ts';
import { PageMeta } from '#web/meta/page-meta.tsx';
import { confirmApproval } from '#web/review/confirm-approval.ts';
import { ReasonDialog } from '#web/review/reason-dialog.tsx';
import { sortOptions } from '#web/lists/sort-options.ts';
import { STATUS_FILTER } from '#web/review/status-filter.ts';
import { classColumns } from './class-columns.tsx';
import { ClassPreviewDialog } from './class-preview-dialog.tsx';

type DecisionKind = 'approval' | 'rejection' | 'withdrawal';

interface Decision {
  submission: Class;
  kind: DecisionKind;
  reason: string;
}

const DECISIONS: Record<
  DecisionKind,
  { run: (id: string, reason: string) => Promise<unknown>; done: string }
> = {
  approval: { run: approveClass, done: 'Class approved' },
  rejection: { run: rejectClass, done: 'Class rejected' },
  withdrawal: { run: withdrawClass, done: 'Class withdrawn' },
};

/** The decisions that say why, as their dialog asks for it. */
const ASKED = {
  rejection: {
    verb: 'Reject',
    optional: true,
    hint: 'The teacher will read it, and may change the class.',
  },
  withdrawal: {
    verb: 'Withdraw',
    optional: false,
    hint: 'The teacher will read it, and may correct the class and submit it again. Enrolled students keep it.',
  },
};

const SORTS = sortOptions({ name: 'Name', title: 'Title', experience: 'Experience', status: 'Status' });

export const Component = () => {
  const queryClient = useQueryClient();
  const list = useListState({ sorts: CLASS_SORTS, filters: { status: STATUS_FILTER.values } });
  const classes = useQuery(classPageQuery({ ...list.query, ...STATUS_FILTER.read(list.filters) }));
  const [open, setOpen] = useState<{ submission: Class; as: 'preview' | keyof typeof ASKED }>();
  const decision = useMutation({
    mutationFn: ({ submission, kind, reason }: Decision) => DECISIONS[kind].run(submission._id, reason),
    onSuccess: (_, { kind }) => void showToast(DECISIONS[kind].done),
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
      decision.mutate({ submission, kind: 'approval', reason: '' });
    else setOpen(open);
  };
  const actions = {
    busy: decision.isPending,
    onLook: (submission: Class) => setOpen({ submission, as: 'preview' }),
    onApprove: (submission: Class) => void confirmAndApprove(submission),
    onReject: (submission: Class) => setOpen({ submission, as: 'rejection' }),
    onWithdraw: (submission: Class) => setOpen({ submission, as: 'withdrawal' }),
  };
  const asked = open && open.as !== 'preview' ? { ...open, as: open.as } : undefined;
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
      {asked && (
        <ReasonDialog
          key={asked.as}
          title={`${ASKED[asked.as].verb} "${asked.submission.title}"?`}
          action={ASKED[asked.as].verb}
          optional={ASKED[asked.as].optional}
          hint={ASKED[asked.as].hint}
          busy={decision.isPending}
          onDecide={(reason) => decision.mutate({ submission: asked.submission, kind: asked.as, reason })}
          onClose={() => setOpen(undefined)}
        />
      )}
    </div>
  );
};
