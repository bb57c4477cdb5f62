import { Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import type { User } from '#contract/users.ts';
import type { Columns } from '#web/lists/data-table.tsx';
import { EmailText } from '#web/ui/email-text.tsx';
import { ROLE_NAMES } from '#web/session/role-names.ts';
import { UnconfirmedBadge } from '#web/lists/unconfirmed-badge.tsx';
import { UserCell } from '#web/lists/user-cell.tsx';
import type { UserAction } from './user-actions.ts';

interface UserActions {
  /** The email of the current user, who cannot take these actions on themselves. */
  own: string;
  busy: boolean;
  onAction: (action: UserAction, user: User) => void;
}

const Muted = ({ children }: { children: string }) => <span className="muted text-sm">{children}</span>;

/** The columns of All Users. */
export const userColumns = ({ own, busy, onAction }: UserActions): Columns<User> => {
  const button = (action: UserAction, user: User, label: string, content: ReactNode, tone = '') => (
    <button
      type="button"
      className={`btn btn-outline btn-sm whitespace-nowrap ${tone}`}
      disabled={busy}
      onClick={() => onAction(action, user)}
      aria-label={label}
    >
      {content}
    </button>
  );
  return [
    {
      id: 'name',
      header: 'Name',
      cell: (user) => <UserCell name={user.name} image={user.photo} />,
    },
    {
      id: 'email',
      header: 'Email',
      cell: (user) => (
        <div className="min-w-0">
          <EmailText email={user.email} /> {user.unconfirmed && <UnconfirmedBadge />}
        </div>
      ),
    },
    { id: 'role', header: 'Role', cell: (user) => ROLE_NAMES[user.role ?? 'student'] },
    {
      id: 'promote',
      header: 'Make admin',
      isAction: true,
      cell: (user) => {
        if (user.role !== 'admin') {
          return button('promote', user, `Make admin: ${user.name}`, 'Make admin');
        }
        if (user.email === own) return <Muted>Already an admin</Muted>;
        return button('revoke', user, `Revoke admin: ${user.name}`, 'Revoke admin');
      },
    },
    {
      id: 'second-factor',
      header: 'Two-factor',
      cell: (user) => {
        if (!user.secondFactor) return <Muted>Off</Muted>;
        if (user.email === own) return <Muted>On</Muted>;
        return button('reset', user, `Reset two-factor authentication of ${user.name}`, 'Reset');
      },
    },
    {
      id: 'delete',
      header: 'Delete',
      isAction: true,
      cell: (user) =>
        user.email === own ? (
          <Muted>This is you</Muted>
        ) : (
          button(
            'delete',
            user,
            `Delete ${user.name}`,
            <>
              <Trash2 className="size-4" aria-hidden="true" />
              Delete
            </>,
            'btn-error',
          )
        ),
    },
  ];
};
