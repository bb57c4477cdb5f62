import { ShieldPlus, Trash2 } from 'lucide-react';
import type { User } from '#contract/users.ts';
import type { Columns } from '#web/lists/data-table.tsx';
import { ROLE_NAMES } from '../dashboard-menu.ts';
import { PersonCell } from '../review/person-cell.tsx';

interface UserActions {
  /** The address of whoever looks, who can do neither to themselves. */
  own: string;
  busy: boolean;
  onPromote: (user: User) => void;
  onDelete: (user: User) => Promise<void>;
}

/** The columns of spec section 2, All Users. */
export const userColumns = ({ own, busy, onPromote, onDelete }: UserActions): Columns<User> => [
  {
    id: 'name',
    header: 'Name',
    cell: ({ row: { original } }) => <PersonCell name={original.name} image={original.photo} />,
  },
  {
    id: 'email',
    header: 'Email',
    cell: ({ row }) => <span className="min-w-0 break-all">{row.original.email}</span>,
  },
  { id: 'role', header: 'Role', cell: ({ row }) => ROLE_NAMES[row.original.role ?? 'student'] },
  {
    id: 'promote',
    header: 'Make admin',
    cell: ({ row: { original } }) =>
      original.role === 'admin' ? (
        <span className="muted text-sm">Is an admin</span>
      ) : (
        <button
          type="button"
          className="btn btn-outline btn-sm"
          disabled={busy}
          onClick={() => onPromote(original)}
          aria-label={`Make ${original.name} an admin`}
        >
          <ShieldPlus className="size-4" aria-hidden="true" />
          Make Admin
        </button>
      ),
  },
  {
    id: 'delete',
    header: 'Delete',
    cell: ({ row: { original } }) =>
      original.email === own ? (
        <span className="muted text-sm">This is you</span>
      ) : (
        <button
          type="button"
          className="btn btn-outline btn-error btn-sm"
          disabled={busy}
          onClick={() => void onDelete(original)}
          aria-label={`Delete ${original.name}`}
        >
          <Trash2 className="size-4" aria-hidden="true" />
          Delete
        </button>
      ),
  },
];
