import { Trash2 } from 'lucide-react';
import type { Invitation } from '#contract/registration.ts';
import type { Columns } from '#web/lists/data-table.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { EmailText } from '#web/ui/email-text.tsx';
import { formatMoment } from '#web/ui/format-date.ts';

interface InvitationActions {
  busy: boolean;
  onRevoke: (invitation: Invitation) => void;
}

const nameOf = ({ email, maxUses }: Invitation): string =>
  email ?? (maxUses === 1 ? 'Link for one person' : `Link for ${maxUses} people`);

const isUsedUp = ({ uses, maxUses }: Invitation): boolean => uses >= maxUses;
const isExpired = ({ expiresAt }: Invitation): boolean => new Date(expiresAt).getTime() <= Date.now();

const stateOf = (invitation: Invitation): { label: string; look: string } => {
  if (isUsedUp(invitation)) return { label: 'Used', look: '' };
  if (isExpired(invitation)) return { label: 'Expired', look: 'badge-error' };
  return { label: 'Valid', look: 'badge-success' };
};

/** The columns of the list of invitations. */
export const invitationColumns = ({ busy, onRevoke }: InvitationActions): Columns<Invitation> => [
  {
    id: 'for',
    header: 'For',
    cell: (invitation) => (
      <span className="min-w-0 wrap-anywhere in-rows:block in-rows:min-w-44">
        <span className="block">
          {invitation.email ? <EmailText email={invitation.email} /> : nameOf(invitation)}
        </span>
        <span className="muted block text-xs">{formatMoment(invitation.createdAt)}</span>
      </span>
    ),
  },
  {
    id: 'state',
    header: 'State',
    cell: (invitation) => {
      const { label, look } = stateOf(invitation);
      return <span className={`badge badge-outline font-semibold ${look}`}>{label}</span>;
    },
  },
  { id: 'uses', header: 'Accounts', cell: ({ uses, maxUses }) => `${uses} of ${maxUses}` },
  { id: 'until', header: 'Valid until', cell: ({ expiresAt }) => formatMoment(expiresAt) },
  {
    id: 'actions',
    header: 'Actions',
    cell: (invitation) => (
      <span className="flex flex-wrap gap-2">
        {!isUsedUp(invitation) && !isExpired(invitation) && (
          <CopyButton what="link" text={invitation.link} of={nameOf(invitation)} />
        )}
        <button
          type="button"
          className="btn btn-sm"
          disabled={busy}
          onClick={() => onRevoke(invitation)}
          aria-label={`Revoke: ${nameOf(invitation)}`}
        >
          <Trash2 className="size-4" aria-hidden="true" />
          Revoke
        </button>
      </span>
    ),
  },
];
