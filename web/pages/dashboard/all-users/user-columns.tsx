import { ShieldPlus, Trash2 } from 'lucide-react';
import type { User } from '#contract/users.ts';
import type { Columns } from '#web/lists/data-table.tsx';
import { ROLE_NAMES } from '../dashboard-menu.ts';
import { PersonCell } from '../review/person-cell.tsx';

interface UserActions {
  /** The address of whoever looks, who can do neither to themselves. */
  own: string;
  busy: boolean;
  onPromote: (user: User) => Promise<void>;
  onDelete: (user: User) => Promise<void>;
}

/** The columns of All Users. */
export const userColumns = ({ own, busy, onPromote, onDelete }: UserActions): Columns<User> => [
  {
    id: 'name',
    header: 'Name',
    cell: (user) => <PersonCell name={user.name} image={user.photo} />,
  },
  {
    id: 'email',
    header: 'Email',
    cell: (user) => <span className="min-w-0 break-all">{user.email}</span>,
  },
  { id: 'role', header: 'Role', cell: (user) => ROLE_NAMES[user.role ?? 'student'] },
  {
    id: 'promote',
    header: 'Make admin',
    cell: (user) =>
      user.role === 'admin' ? (
        <span className="muted text-sm">Is an admin</span>
      ) : (
        <button
          type="button"
          className="btn btn-outline btn-sm"
          disabled={busy}
          onClick={() => void onPromote(user)}
          aria-label={`Make ${user.name} an admin`}
        >
          <ShieldPlus className="size-4" aria-hidden="true" />
          Make Admin
        </button>
      ),
  },
  {
    id: 'delete',
    header: 'Delete',
    cell: (user) =>
      user.email === own ? (
        <span className="muted text-sm">This is you</span>
      ) : (
        <button
          type="button"
          className="btn btn-outline btn-error btn-sm"
          disabled={busy}
          onClick={() => void onDelete(user)}
          aria-label={`Delete ${user.name}`}
        >
          <Trash2 className="size-4" aria-hidden="true" />
          Delete
        </button>
      ),
  },
];
