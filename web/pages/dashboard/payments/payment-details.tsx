import { formatPrice } from '#contract/money.ts';
import type { Payment } from '#contract/payments.ts';
import { formatDue } from '#web/ui/format-date.ts';
import { PaymentState } from '#web/payments/payment-state.tsx';

/** The state of a payment, its refunds and its dispute. */
export const PaymentDetails = ({ payment }: { payment: Payment }) => {
  const {
    state,
    price,
    currency,
    refunded,
    refunding,
    refunds,
    refundReason,
    dispute,
    disputeDueBy,
    disputeDecision,
  } = payment;
  const failed = refunds.findLast(({ status }) => status === 'failed' || status === 'canceled');
  const facts = [
    refunded > 0 && refunded < price && `${formatPrice(refunded, currency)} refunded`,
    refunding > 0 && `${formatPrice(refunding, currency)} being refunded`,
    dispute && `Dispute: ${dispute.replaceAll('_', ' ')}`,
    disputeDueBy && state === 'disputed' && `Answer by ${formatDue(disputeDueBy)}`,
    disputeDecision && (disputeDecision === 'gift' ? 'Kept as a gift' : 'Enrollment ended'),
    refundReason,
    state === 'refund failed' && failed?.failureReason && `The provider says: ${failed.failureReason}`,
  ].filter((fact) => typeof fact === 'string');
  return (
    <span className="grid justify-items-end gap-1 text-right md:justify-items-start md:text-left">
      <PaymentState state={state} />
      {facts.map((fact) => (
        <span key={fact} className="muted text-xs wrap-anywhere md:max-w-44">
          {fact}
        </span>
      ))}
    </span>
  );
};
