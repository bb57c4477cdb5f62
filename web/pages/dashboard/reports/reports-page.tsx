import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Flag } from 'lucide-react';
import { useState } from 'react';
import { REPORT_STATES, type Reported, REPORTED_KINDS } from '#contract/reports.ts';
import { announcementKeys } from '#web/calls/announcements.ts';
import { bioKeys } from '#web/calls/bios.ts';
import { invalidate } from '#web/calls/client/invalidate.ts';
import { feedbackKeys } from '#web/calls/feedback.ts';
import { questionKeys } from '#web/calls/questions.ts';
import { dismissReports, hideReported, reportedQuery, reportKeys, showReported } from '#web/calls/reports.ts';
import { teacherKeys } from '#web/calls/teachers.ts';
import { DataTable } from '#web/lists/data-table.tsx';
import { ListToolbar } from '#web/lists/list-toolbar.tsx';
import { ListView } from '#web/lists/list-view.tsx';
import { useListState } from '#web/lists/use-list-state.ts';
import { PageMeta } from '#web/meta/page-meta.tsx';
import { ReasonDialog } from '#web/review/reason-dialog.tsx';
import { FormError } from '#web/ui/form-error.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { showToast } from '#web/ui/toast.ts';
import { nameOf, reportColumns } from './report-columns.tsx';
import { ReportDialog } from './report-dialog.tsx';

const STATE_FILTER = {
  name: 'state' as const,
  label: 'Status',
  allLabel: 'Reported or hidden',
  options: [
    { value: 'reported', label: 'Reported' },
    { value: 'hidden', label: 'Hidden' },
  ],
};
const KIND_FILTER = {
  name: 'kind' as const,
  label: 'Type',
  allLabel: 'All types',
  options: [
    { value: 'question', label: 'Questions' },
    { value: 'answer', label: 'Answers' },
    { value: 'feedback', label: 'Feedback' },
    { value: 'announcement', label: 'Announcements' },
    { value: 'bio', label: 'Bios' },
  ],
};

type Change = { item: Reported } & ({ to: 'shown' | 'dismissed' } | { to: 'hidden'; reason: string });

const CHANGES = {
  shown: ({ kind }: Reported) => `The ${kind} is shown again`,
  hidden: ({ kind }: Reported) => `The ${kind} is hidden`,
  dismissed: () => 'The reports are dismissed',
};

const send = (change: Change) => {
  if (change.to === 'hidden') return hideReported(change.item, change.reason);
  return change.to === 'shown' ? showReported(change.item) : dismissReports(change.item);
};

/** Reported and hidden questions, answers, feedback, announcements and bios, for admins. */
export const Component = () => {
  const queryClient = useQueryClient();
  const list = useListState({ sorts: [], filters: { state: REPORT_STATES, kind: REPORTED_KINDS } });
  const reported = useQuery(reportedQuery(list.query));
  const [open, setOpen] = useState<{ item: Reported; as: 'text' | 'hide' }>();
  const close = () => setOpen(undefined);
  const change = useMutation({
    mutationFn: send,
    onSuccess: (_, { item, to }) => {
      // The admin may have opened another dialog meanwhile.
      setOpen((present) => (present?.item === item && present.as === 'hide' ? undefined : present));
      void showToast(CHANGES[to](item));
    },
    onSettled: () =>
      invalidate(queryClient, reportKeys, questionKeys, feedbackKeys, announcementKeys, bioKeys, teacherKeys),
  });
  const decide = (decision: Change) => {
    // The list shows what becomes of it.
    close();
    change.mutate(decision);
  };
  const actions = {
    busy: change.isPending,
    onHide: (item: Reported) => setOpen({ item, as: 'hide' }),
    onShow: (item: Reported) => decide({ item, to: 'shown' }),
    onDismiss: (item: Reported) => decide({ item, to: 'dismissed' }),
  };
  return (
    <div className="grid gap-6">
      <PageMeta title="Reports" />
      <header className="grid gap-2">
        <h1>Reports</h1>
        <p className="muted">
          Questions, answers, feedback, announcements and bios that users have reported, or that are hidden.
        </p>
      </header>
      <ListToolbar
        list={list}
        loaded={reported}
        searchLabel="Search by text, user, lesson or class"
        filters={[STATE_FILTER, KIND_FILTER]}
      />
      {change.error && <FormError>{change.error.message}</FormError>}
      <ListView
        list={list}
        loaded={reported}
        noun={['report', 'reports']}
        failure="The reports could not be loaded"
        empty={<Notice icon={<Flag />} title="Nothing has been reported" />}
      >
        {(rows) => (
          <DataTable
            label="Reports"
            columns={reportColumns({ ...actions, onRead: (item) => setOpen({ item, as: 'text' }) })}
            rows={rows}
            list={list}
          />
        )}
      </ListView>
      {open?.as === 'text' && <ReportDialog item={open.item} {...actions} onClose={close} />}
      {open?.as === 'hide' && (
        <ReasonDialog
          title={`Hide ${nameOf(open.item)}?`}
          action="Hide"
          hint="The author will see this reason. Nobody else will see the hidden text."
          onDecide={(reason) => change.mutateAsync({ item: open.item, to: 'hidden', reason })}
          onClose={() => {
            change.reset();
            close();
          }}
        />
      )}
    </div>
  );
};
