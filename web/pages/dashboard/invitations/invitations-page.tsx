import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { MailPlus } from 'lucide-react';
import { INVITATION_SORTS, type Invitation } from '#contract/registration.ts';
import { deleteInvitation, invitationKeys, invitationsQuery } from '#web/calls/registration.ts';
import { siteSettingsQuery } from '#web/calls/site-settings.ts';
import { DataTable } from '#web/lists/data-table.tsx';
import { ListToolbar } from '#web/lists/list-toolbar.tsx';
import { ListView } from '#web/lists/list-view.tsx';
import { useListState } from '#web/lists/use-list-state.ts';
import { PageMeta } from '#web/meta/page-meta.tsx';
import { confirm } from '#web/ui/confirm.ts';
import { FormError } from '#web/ui/form-error.tsx';
import { ListSkeleton } from '#web/ui/list-skeleton.tsx';
import { LoadError } from '#web/ui/load-error.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { showToast } from '#web/ui/toast.ts';
import { EmailInvitationForm } from './email-invitation-form.tsx';
import { invitationColumns } from './invitation-columns.tsx';
import { LinkForm } from './link-form.tsx';
import { RegistrationModeForm } from './registration-mode-form.tsx';

const confirmRevocation = () =>
  confirm({
    title: 'Revoke this invitation?',
    text: 'Its link will stop working immediately. Accounts created with it are not affected.',
    confirm: 'Revoke',
    buttonClass: 'btn-error',
  });

/** The registration mode, and the list of invitations. */
export const Component = () => {
  const queryClient = useQueryClient();
  const list = useListState({ sorts: INVITATION_SORTS });
  const settings = useQuery(siteSettingsQuery);
  const invitations = useQuery(invitationsQuery(list.query));
  const refresh = () => queryClient.invalidateQueries({ queryKey: invitationKeys.all });
  const revoke = useMutation({
    mutationFn: deleteInvitation,
    onSuccess: () => void showToast('Invitation revoked'),
    onSettled: refresh,
  });
  const ask = async ({ _id }: Invitation) => {
    if (await confirmRevocation()) revoke.mutate(_id);
  };
  return (
    <div className="grid gap-8">
      <PageMeta title="Invitations" />
      <div>
        <h1>Invitations</h1>
        <p className="muted mt-1">Who can create an account on this site, and whom you have invited.</p>
      </div>
      {/* The parts appear together, because each would push down those below it. */}
      {settings.isPending && !settings.isPaused ? (
        <ListSkeleton />
      ) : (
        <>
          {settings.isError && !settings.data && (
            <LoadError title="The settings could not be loaded" onRetry={() => void settings.refetch()} />
          )}
          {settings.data && <RegistrationModeForm settings={settings.data} />}
          <div className="grid items-start gap-6 lg:grid-cols-2">
            <EmailInvitationForm onInvited={refresh} />
            <LinkForm onCreated={refresh} />
          </div>
          <section className="grid gap-4" aria-labelledby="invited">
            <div>
              <h2 id="invited">Sent and created</h2>
              {settings.data?.registration === 'open' && (
                <p className="muted mt-1">
                  While everyone can register, invitations don’t limit anything: accounts created with them
                  aren’t counted, and their links work until they expire.
                </p>
              )}
            </div>
            <ListToolbar
              list={list}
              loaded={invitations}
              searchLabel="Search by email"
              sorts={[{ value: 'oldest', label: 'Oldest first' }]}
            />
            {revoke.error && <FormError>{revoke.error.message}</FormError>}
            <ListView
              list={list}
              loaded={invitations}
              noun={['invitation', 'invitations']}
              failure="The invitations could not be loaded"
              empty={<Notice icon={<MailPlus />} title="You haven’t invited anybody yet" />}
            >
              {(rows) => (
                <DataTable
                  label="Invitations"
                  columns={invitationColumns({
                    busy: revoke.isPending,
                    onRevoke: (invitation) => void ask(invitation),
                  })}
                  rows={rows}
                  list={list}
                />
              )}
            </ListView>
          </section>
        </>
      )}
    </div>
  );
};
