import { useQuery } from '@tanstack/react-query';
import { billingDetailsQuery } from '#web/calls/billing-details.ts';
import { PATHS } from '#web/paths.ts';
import { Link } from '#web/routing/link.tsx';
import { useSignedInUser } from '#web/session/session-context.ts';

/**
 * Shows the name that the receipt will have. Issued receipts do not change, so the buyer can correct it before they pay. The
 * link opens a new tab, because the card form would be empty after a return.
 */
export const ReceiptRecipient = () => {
  const { displayName } = useSignedInUser();
  const { data } = useQuery({ ...billingDetailsQuery, staleTime: 0 });
  return (
    <p className="muted text-sm wrap-anywhere">
      {data && (
        <>
          The receipt will be made out to <bdi>{data.name || displayName}</bdi>.{' '}
        </>
      )}
      <Link to={`${PATHS.account}#account-billing`} target="_blank" className="link">
        Change billing details
      </Link>
    </p>
  );
};
