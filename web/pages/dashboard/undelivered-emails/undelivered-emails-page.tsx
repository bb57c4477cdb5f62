import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { MailCheck, RotateCcw, X } from 'lucide-react';
import { UNDELIVERED_SORTS, type UndeliveredEmail } from '#contract/undelivered.ts';
import {
  dismissEmails,
  retryEmails,
  undeliveredKeys,
  undeliveredQuery,
} from '#web/calls/undelivered-emails.ts';
import { DataTable } from '#web/lists/data-table.tsx';
import { ListToolbar } from '#web/lists/list-toolbar.tsx';
import { ListView } from '#web/lists/list-view.tsx';
import { useListState } from '#web/lists/use-list-state.ts';
import { PageMeta } from '#web/meta/page-meta.tsx';
import { FormError } from '#web/ui/form-error.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { showToast } from '#web/ui/toast.ts';
import { confirmDismissal, confirmDismissals } from './confirm-dismissal.ts';
import { emailColumns } from './email-columns.tsx';
import { useRefreshAfterRetry } from './use-refresh-after-retry.ts';

const messageAfterDismissal = (count: number): string => {
  if (count === 0) return 'These emails are already being sent or were dismissed';
  return count === 1
    ? 'The email is no longer listed and will not be sent'
    : `${count} emails are no longer listed and will not be sent`;
};

const messageAfterRetry = (count: number): string => {
  if (count === 0) return 'These emails are already being sent';
  return count === 1 ? 'The email is being sent again' : `${count} emails are being sent again`;
};

/** Emails whose delivery has failed for good, with the mail server's reasons. */
export const Component = () => {
  const queryClient = useQueryClient();
  const list = useListState({ sorts: UNDELIVERED_SORTS });
  const emails = useQuery(undeliveredQuery(list.query));
  const refresh = () => queryClient.invalidateQueries({ queryKey: undeliveredKeys.all });
  const refreshRepeatedly = useRefreshAfterRetry(() => void refresh());
  const retry = useMutation({
    mutationFn: retryEmails,
    onSuccess: (count) => {
      void showToast(messageAfterRetry(count));
      refreshRepeatedly();
    },
    onSettled: refresh,
  });
  const dismiss = useMutation({
    mutationFn: dismissEmails,
    onSuccess: (count) => void showToast(messageAfterDismissal(count)),
    onSettled: refresh,
  });
  const busy = retry.isPending || dismiss.isPending;
  const error = retry.error ?? dismiss.error;
  const onRetry = (ids: string[]) => {
    dismiss.reset();
    retry.mutate(ids);
  };
  const onDismiss = async (dismissed: UndeliveredEmail[]) => {
    const [email, ...others] = dismissed;
    if (!email) return;
    const isConfirmed = others.length === 0 ? confirmDismissal(email) : confirmDismissals(dismissed);
    if (!(await isConfirmed)) return;
    retry.reset();
    dismiss.mutate(dismissed.map(({ _id }) => _id));
  };
  const shown = emails.data?.rows ?? [];
  return (
    <div className="grid gap-6">
      <PageMeta title="Undelivered Emails" />
      <header className="grid gap-2">
        <h1>Undelivered Emails</h1>
        <p className="muted">
          The mail server refused these emails, or could not be reached for a day. An email that fails again
          reappears here. Dismiss those whose mailbox is gone.
        </p>
      </header>
      <ListToolbar
        list={list}
        loaded={emails}
        searchLabel="Search by recipient or reason"
        sorts={[{ value: 'oldest', label: 'Oldest first' }]}
      >
        {shown.length > 1 && (
          <div className="flex flex-wrap gap-2">
            <button
              type="button"
              className="btn btn-outline"
              disabled={busy}
              aria-busy={retry.isPending}
              onClick={() => onRetry(shown.map(({ _id }) => _id))}
            >
              <RotateCcw className="size-4" aria-hidden="true" />
              Retry all {shown.length} on this page
            </button>
            <button
              type="button"
              className="btn btn-outline"
              disabled={busy}
              aria-busy={dismiss.isPending}
              onClick={() => void onDismiss(shown)}
            >
              <X className="size-4" aria-hidden="true" />
              Dismiss all {shown.length} on this page
            </button>
          </div>
        )}
      </ListToolbar>
      {error && <FormError>{error.message}</FormError>}
      <ListView
        list={list}
        loaded={emails}
        noun={['email', 'emails']}
        failure="The emails could not be loaded"
        empty={<Notice icon={<MailCheck />} title="No undelivered emails" />}
      >
        {(rows) => (
          <DataTable
            label="Undelivered emails"
            columns={emailColumns({
              busy,
              onRetry: ({ _id }) => onRetry([_id]),
              onDismiss: (email) => void onDismiss([email]),
            })}
            rows={rows}
            list={list}
          />
        )}
      </ListView>
    </div>
  );
};
