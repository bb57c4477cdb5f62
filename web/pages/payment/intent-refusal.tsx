import { CircleCheck, CircleSlash } from 'lucide-react';
import { useQueryClient } from '@tanstack/react-query';
import { formatPrice } from '#contract/money.ts';
import { classKeys } from '#web/calls/classes.ts';
import { ApiError } from '#web/calls/client/api-error.ts';
import { WaitingList } from '#web/classes/waiting-list.tsx';
import { useSite } from '#web/meta/site-context.ts';
import { PATHS } from '#web/paths.ts';
import { Link } from '#web/routing/link.tsx';
import { LoadError } from '#web/ui/load-error.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { RefundedNotice } from './refunded-notice.tsx';
import { EXPIRED } from './use-checkout.ts';

interface IntentRefusalProps {
  classId: string;
  error: Error;
  /** Whether an earlier intent has expired while the user was paying. */
  hasExpired?: boolean;
  onRetry: () => void;
}

/** Why the user cannot pay for this class now, and what they can do instead. */
export const IntentRefusal = ({ classId, error, hasExpired, onRetry }: IntentRefusalProps) => {
  const queryClient = useQueryClient();
  const site = useSite();
  const expiry = hasExpired && <p className="muted">{EXPIRED}</p>;
  const refusal = error instanceof ApiError ? error : undefined;
  if (!refusal || refusal.isTemporary) return <LoadError title={error.message} onRetry={onRetry} />;
  if (refusal.code === 'already_enrolled') {
    return (
      <Notice icon={<CircleCheck />} title="You’re already enrolled in this class" role="alert">
        <Link to={PATHS.myEnrollments} className="btn btn-primary">
          Go to my classes
        </Link>
      </Notice>
    );
  }
  if (refusal.code === 'payment_refunded') return <RefundedNotice message={refusal.message} />;
  if (refusal.code === 'price_changed' && refusal.price !== undefined) {
    const { price, currency = site.currency } = refusal;
    const accept = async () => {
      site.updateSiteInfo?.({ currency });
      await queryClient.invalidateQueries({ queryKey: classKeys.all });
      // The price may be the one that was refused before, whose request is not repeated by itself.
      onRetry();
    };
    return (
      <Notice icon={<CircleSlash />} title={`The price is now ${formatPrice(price, currency)}`} role="alert">
        {expiry}
        <button type="button" className="btn btn-primary" onClick={() => void accept()}>
          Continue at the new price
        </button>
      </Notice>
    );
  }
  if (refusal.code === 'class_full') {
    const retry = (
      <button type="button" className="btn btn-primary" onClick={onRetry}>
        Try again
      </button>
    );
    return (
      <Notice icon={<CircleSlash />} title={refusal.message} role="alert">
        {expiry}
        <WaitingList classId={classId} full={null} takeSeat={retry} />
        <Link to={PATHS.allClasses} className="btn">
          See all classes
        </Link>
      </Notice>
    );
  }
  return (
    <Notice icon={<CircleSlash />} title={refusal.message} role="alert">
      <Link to={PATHS.allClasses} className="btn btn-primary">
        See all classes
      </Link>
    </Notice>
  );
};
