import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Users } from 'lucide-react';
import { exportUsers, type User, USER_SORTS } from '#contract/users.ts';
import { userKeys, usersQuery } from '#web/calls/users.ts';
import { DataTable } from '#web/lists/data-table.tsx';
import { ListToolbar } from '#web/lists/list-toolbar.tsx';
import { ListView } from '#web/lists/list-view.tsx';
import { useListState } from '#web/lists/use-list-state.ts';
import { useSignedInUser } from '#web/session/session-context.ts';
import { FormError } from '#web/ui/form-error.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { showToast } from '#web/ui/toast.ts';
import { PageMeta } from '#web/meta/page-meta.tsx';
import { ExportButton } from '#web/lists/export-button.tsx';
import { sortOptions } from '#web/lists/sort-options.ts';
import { USER_ACTIONS, type UserAction } from './user-actions.ts';
import { userColumns } from './user-columns.tsx';

const ROLES = ['admin', 'teacher', 'student'] as const;
const ROLE_FILTER = {
  name: 'role' as const,
  label: 'Role',
  allLabel: 'All roles',
  options: [
    { value: 'admin', label: 'Admins' },
    { value: 'teacher', label: 'Teachers' },
    { value: 'student', label: 'Students' },
  ],
};
const SORTS = sortOptions({ name: 'Name', email: 'Email', role: 'Role' });

export const Component = () => {
  const { email: own } = useSignedInUser();
  const queryClient = useQueryClient();
  const list = useListState({ sorts: USER_SORTS, filters: { role: ROLES } });
  const users = useQuery(usersQuery(list.query));
  const change = useMutation({
    mutationFn: ({ user, action }: { user: User; action: UserAction }) => USER_ACTIONS[action].run(user._id),
    onSuccess: (_, { user, action }) => void showToast(USER_ACTIONS[action].done(user)),
    onSettled: () => queryClient.invalidateQueries({ queryKey: userKeys.all }),
  });
  const question = useMutation({
    mutationFn: ({ user, action }: { user: User; action: UserAction }) => USER_ACTIONS[action].ask(user),
    onSuccess: (isConfirmed, asked) => isConfirmed && change.mutate(asked),
  });
  const failure = question.error ?? change.error;
  const columns = userColumns({
    own,
    busy: change.isPending,
    onAction: (action, user) => question.mutate({ user, action }),
  });
  return (
    <div className="grid gap-6">
      <PageMeta title="All Users" />
      <h1>All Users</h1>
      <ListToolbar
        list={list}
        loaded={users}
        searchLabel="Search by name or email"
        filters={[ROLE_FILTER]}
        sorts={SORTS}
        sortsForCardsOnly
      >
        <ExportButton call={exportUsers} fileName="users.csv" />
      </ListToolbar>
      {failure && <FormError>{failure.message}</FormError>}
      <ListView
        list={list}
        loaded={users}
        noun={['user', 'users']}
        failure="The users could not be loaded"
        empty={<Notice icon={<Users />} title="No users yet" />}
      >
        {(rows) => <DataTable label="Users" columns={columns} rows={rows} list={list} />}
      </ListView>
    </div>
  );
};
