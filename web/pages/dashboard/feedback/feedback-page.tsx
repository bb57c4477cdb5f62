import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { MessageSquareText } from 'lucide-react';
import { useState } from 'react';
import {
  exportFeedback,
  FEEDBACK_SORTS,
  FEEDBACK_STATES,
  type ModeratedFeedback,
} from '#contract/moderated-feedback.ts';
import { invalidate } from '#web/calls/client/invalidate.ts';
import { feedbackKeys } from '#web/calls/feedback.ts';
import { hideFeedback, moderatedFeedbackQuery, showFeedback } from '#web/calls/moderated-feedback.ts';
import { reportKeys } from '#web/calls/reports.ts';
import { FeedbackEntry } from '#web/feedback/feedback-entry.tsx';
import { DataTable } from '#web/lists/data-table.tsx';
import { ListToolbar } from '#web/lists/list-toolbar.tsx';
import { ListView } from '#web/lists/list-view.tsx';
import { useListState } from '#web/lists/use-list-state.ts';
import { PageMeta } from '#web/meta/page-meta.tsx';
import { confirm } from '#web/ui/confirm.ts';
import { Dialog, DialogActions } from '#web/ui/dialog.tsx';
import { FormError } from '#web/ui/form-error.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { showToast } from '#web/ui/toast.ts';
import { ExportButton } from '#web/lists/export-button.tsx';
import { ReasonDialog } from '#web/review/reason-dialog.tsx';
import { sortOptions } from '#web/lists/sort-options.ts';
import { feedbackColumns } from './feedback-columns.tsx';
import { ModerationButton } from './moderation-button.tsx';

const STATE_FILTER = {
  name: 'state' as const,
  label: 'Status',
  allLabel: 'All feedback',
  options: [
    { value: 'public', label: 'Public' },
    { value: 'hidden', label: 'Hidden' },
  ],
};
const SORTS = [
  { value: 'oldest' as const, label: 'Oldest first' },
  { value: 'rating' as const, label: 'Lowest rating first' },
  { value: '-rating' as const, label: 'Highest rating first' },
  ...sortOptions({ name: 'Student', title: 'Class' }),
];

const confirmShowing = ({ user, title }: ModeratedFeedback): Promise<boolean> =>
  confirm({
    title: `Show the feedback from ${user.name} again?`,
    text: `It will be public again and count toward the ratings of "${title}".`,
    confirm: 'Show again',
    buttonClass: 'btn-primary',
  });

/** The dialog that is open, with the entry that it is about. */
interface Opened {
  entry: ModeratedFeedback;
  as: 'text' | 'hide';
}

interface Change {
  entry: ModeratedFeedback;
  /** Given to hide the entry. */
  reason?: string;
  /** The dialog with which the entry is changed. */
  from?: Opened;
}

export const Component = () => {
  const queryClient = useQueryClient();
  const list = useListState({ sorts: FEEDBACK_SORTS, filters: { state: FEEDBACK_STATES } });
  const feedback = useQuery(moderatedFeedbackQuery(list.query));
  const [open, setOpen] = useState<Opened>();
  const change = useMutation({
    mutationFn: ({ entry, reason }: Change) =>
      reason === undefined ? showFeedback(entry._id) : hideFeedback(entry._id, reason, entry.changedAt),
    onSuccess: (_, { reason, from }) => {
      // The admin may have opened another entry meanwhile.
      setOpen((present) => (present === from ? undefined : present));
      void showToast(reason === undefined ? 'Feedback is public again' : 'Feedback hidden');
    },
    onSettled: () => invalidate(queryClient, feedbackKeys, reportKeys),
  });
  const askAndShow = async (entry: ModeratedFeedback) => {
    // An open dialog would cover the confirmation.
    setOpen(undefined);
    if (await confirmShowing(entry)) change.mutate({ entry });
  };
  const actions = {
    busy: change.isPending,
    onRead: (entry: ModeratedFeedback) => setOpen({ entry, as: 'text' }),
    onHide: (entry: ModeratedFeedback) => setOpen({ entry, as: 'hide' }),
    onShow: (entry: ModeratedFeedback) => void askAndShow(entry),
  };
  const { busy, onHide, onShow } = actions;
  return (
    <div className="grid gap-6">
      <PageMeta title="Feedback" />
      <h1>Feedback</h1>
      <ListToolbar
        list={list}
        loaded={feedback}
        searchLabel="Search by text, student or class"
        filters={[STATE_FILTER]}
        sorts={SORTS}
        sortsForCardsOnly
      >
        <ExportButton call={exportFeedback} fileName="feedback.csv" />
      </ListToolbar>
      {change.error && <FormError>{change.error.message}</FormError>}
      <ListView
        list={list}
        loaded={feedback}
        noun={['rating', 'ratings']}
        failure="The feedback could not be loaded"
        empty={<Notice icon={<MessageSquareText />} title="No feedback yet" />}
      >
        {(rows) => <DataTable label="Feedback" columns={feedbackColumns(actions)} rows={rows} list={list} />}
      </ListView>
      {open?.as === 'text' && (
        <Dialog title={open.entry.title} onClose={() => setOpen(undefined)}>
          <div className="flex flex-col gap-5">
            <FeedbackEntry entry={open.entry} />
            {open.entry.hiddenReason !== undefined && (
              <p className="text-sm text-error">
                Hidden: <bdi>{open.entry.hiddenReason}</bdi>
              </p>
            )}
            <DialogActions>
              <ModerationButton entry={open.entry} {...{ busy, onHide, onShow }} />
              <button type="button" className="btn btn-sm" onClick={() => setOpen(undefined)}>
                Close
              </button>
            </DialogActions>
          </div>
        </Dialog>
      )}
      {open?.as === 'hide' && (
        <ReasonDialog
          title={`Hide the feedback from ${open.entry.user.name}?`}
          action="Hide"
          hint="The author will see this reason. Hidden feedback is not public and does not count toward ratings."
          onDecide={(reason) => change.mutateAsync({ entry: open.entry, reason, from: open })}
          onClose={() => {
            change.reset();
            setOpen(undefined);
          }}
        />
      )}
    </div>
  );
};
