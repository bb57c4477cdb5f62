import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Users } from 'lucide-react';
import { exportUsers, type User, USER_SORTS } from '#contract/users.ts';
import { deleteUser, promoteUser, userKeys, usersQuery } from '#web/calls/users.ts';
import { DataTable } from '#web/lists/data-table.tsx';
import { ListToolbar } from '#web/lists/list-toolbar.tsx';
import { ListView } from '#web/lists/list-view.tsx';
import { useListState } from '#web/lists/use-list-state.ts';
import { useSignedInUser } from '#web/session/session-context.ts';
import { confirmDeletion } from '#web/ui/confirm-deletion.ts';
import { confirm } from '#web/ui/confirm.ts';
import { FormError } from '#web/ui/form-error.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { showToast } from '#web/ui/toast.ts';
import { PageMeta } from '#web/meta/page-meta.tsx';
import { ExportButton } from '../export/export-button.tsx';
import { sortOptions } from '../review/table-options.ts';
import { userColumns } from './user-columns.tsx';

const ROLES = ['admin', 'teacher', 'student'] as const;
const ROLE_FILTER = {
  name: 'role' as const,
  label: 'Role',
  anything: 'Every role',
  options: [
    { value: 'admin', label: 'Admins' },
    { value: 'teacher', label: 'Teachers' },
    { value: 'student', label: 'Students' },
  ],
};
const SORTS = sortOptions({ name: 'Name', email: 'Email', role: 'Role' });

const confirmPromotion = ({ name }: User): Promise<boolean> =>
  confirm({
    title: `Make ${name} an admin?`,
    text: 'Admins decide on classes and teachers, refund payments, and promote and delete users.',
    confirm: 'Make admin',
    buttonClass: 'btn-primary',
  });

export const Component = () => {
  const { email: own } = useSignedInUser();
  const queryClient = useQueryClient();
  const list = useListState({ sorts: USER_SORTS, filters: { role: ROLES } });
  const role = ROLES.find((known) => known === list.filters.role);
  const users = useQuery(usersQuery({ ...list.query, role }));
  const change = useMutation({
    mutationFn: async ({ user, action }: { user: User; action: 'promote' | 'delete' }) => {
      await (action === 'promote' ? promoteUser(user._id) : deleteUser(user._id));
    },
    onSuccess: (_, { user, action }) =>
      void showToast(action === 'promote' ? `${user.name} is an admin now` : 'User deleted'),
    onSettled: () => queryClient.invalidateQueries({ queryKey: userKeys.all }),
  });
  const columns = userColumns({
    own,
    busy: change.isPending,
    onPromote: async (user) => {
      if (await confirmPromotion(user)) change.mutate({ user, action: 'promote' });
    },
    onDelete: async (user) => {
      if (await confirmDeletion()) change.mutate({ user, action: 'delete' });
    },
  });
  return (
    <div className="grid gap-6">
      <PageMeta title="All Users" />
      <h1>All Users</h1>
      <ListToolbar
        list={list}
        searchLabel="Search by name or email"
        filters={[ROLE_FILTER]}
        sorts={SORTS}
        sortsOnPhonesOnly
      >
        <ExportButton call={exportUsers} fileName="users.csv" />
      </ListToolbar>
      {change.error && <FormError>{change.error.message}</FormError>}
      <ListView
        list={list}
        loaded={users}
        failure="The users could not be loaded"
        empty={<Notice icon={<Users />} title="Nobody has registered yet" />}
      >
        {(rows) => (
          <DataTable
            label="Users"
            columns={columns}
            rows={rows}
            sorts={USER_SORTS}
            sort={list.sort}
            onSort={(sort) => list.change('sort', sort)}
          />
        )}
      </ListView>
    </div>
  );
};
