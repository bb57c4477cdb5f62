import { Avatar } from '#web/ui/avatar.tsx';
import { EmailText } from '#web/ui/email-text.tsx';
import { UnconfirmedBadge } from './unconfirmed-badge.tsx';

interface UserCellProps {
  name: string;
  image: string;
  /** Shown in small print below the name. */
  email?: string;
  /** Whether the address was never confirmed. */
  unconfirmed?: boolean;
}

/** A table cell with a user's photo and name. */
export const UserCell = ({ name, image, email, unconfirmed }: UserCellProps) => (
  <span className="flex min-w-0 items-center gap-3">
    <Avatar image={image} />
    <span className="min-w-0 in-rows:min-w-28">
      <span dir="auto" className="block">
        {name}
      </span>
      {email && (
        <span className="muted block text-xs font-normal">
          <EmailText email={email} /> {unconfirmed && <UnconfirmedBadge />}
        </span>
      )}
    </span>
  </span>
);
