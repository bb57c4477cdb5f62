import { type LucideIcon, RotateCcw, X } from 'lucide-react';
import type { UndeliveredEmail } from '#contract/undelivered.ts';
import type { Columns } from '#web/lists/data-table.tsx';
import { EmailText } from '#web/ui/email-text.tsx';
import { formatMoment } from '#web/ui/format-date.ts';

interface EmailActions {
  busy: boolean;
  onRetry: (email: UndeliveredEmail) => void;
  onDismiss: (email: UndeliveredEmail) => void;
}

const attempts = (count: number): string => (count === 1 ? 'One attempt' : `${count} attempts`);

interface ActionButtonProps {
  action: 'Retry' | 'Dismiss';
  Icon: LucideIcon;
  email: UndeliveredEmail;
  disabled: boolean;
  onClick: (email: UndeliveredEmail) => void;
}

const ActionButton = ({ action, Icon, email, disabled, onClick }: ActionButtonProps) => (
  <button
    type="button"
    className="btn btn-sm"
    disabled={disabled}
    onClick={() => onClick(email)}
    aria-label={`${action} the email to ${email.to}`}
  >
    <Icon className="size-4" aria-hidden="true" />
    {action}
  </button>
);

/** The columns of undelivered emails. */
export const emailColumns = ({ busy, onRetry, onDismiss }: EmailActions): Columns<UndeliveredEmail> => [
  {
    id: 'to',
    header: 'Recipient',
    // A deleted account has no address.
    cell: ({ to }) => (
      <span className="in-rows:block in-rows:min-w-44">{to ? <EmailText email={to} /> : 'Deleted user'}</span>
    ),
  },
  {
    id: 'subject',
    header: 'Email',
    cell: ({ subject, createdAt }) => (
      <span className="min-w-0 wrap-anywhere in-rows:block in-rows:min-w-40">
        <span dir="auto" className="block">
          {subject}
        </span>
        <span className="muted block text-xs">{formatMoment(createdAt)}</span>
      </span>
    ),
  },
  {
    id: 'failure',
    header: 'Reason',
    cell: ({ failure, attempts: count }) => (
      <span className="min-w-0 wrap-anywhere in-rows:block in-rows:min-w-40">
        <span dir="auto" className="block">
          {failure}
        </span>
        {count > 0 && <span className="muted block text-xs">{attempts(count)}</span>}
      </span>
    ),
  },
  {
    id: 'actions',
    header: 'Actions',
    cell: (email) => (
      <span className="flex flex-wrap gap-2">
        <ActionButton action="Retry" Icon={RotateCcw} email={email} disabled={busy} onClick={onRetry} />
        <ActionButton action="Dismiss" Icon={X} email={email} disabled={busy} onClick={onDismiss} />
      </span>
    ),
  },
];
