import { formatPrice } from '#contract/money.ts';
import type { Payment } from '#contract/payments.ts';
import type { RefundEntry } from '#contract/refunds.ts';
import { formatDue, formatPaymentDay } from '#web/ui/format-date.ts';
import { describeOwed, owedRefunds } from './owed-refund.ts';
import { PaymentFact } from './payment-fact.tsx';
import { PaymentState } from '#web/payments/payment-state.tsx';
import { refundReasons } from '#web/payments/refund-reasons.tsx';

const describeSettlement = (
  { amount, date, reason }: NonNullable<RefundEntry['settled']>,
  currency: string,
): string => `${formatPrice(amount, currency)} paid back another way on ${formatPaymentDay(date)}: ${reason}`;

/** The state of a payment, its refunds and its dispute. */
export const PaymentDetails = ({ payment }: { payment: Payment }) => {
  const { state, price, currency, refunded, refunding, lost, dispute, disputeDueBy, disputeDecision } =
    payment;
  const facts = [
    refunded > 0 && refunded < price && `${formatPrice(refunded, currency)} refunded`,
    refunding > 0 && `${formatPrice(refunding, currency)} being refunded`,
    dispute && `Dispute: ${dispute.replaceAll('_', ' ')}`,
    lost > 0 && `${formatPrice(lost, currency)} lost`,
    disputeDueBy && dispute?.endsWith('needs_response') && `Respond by ${formatDue(disputeDueBy)}`,
    disputeDecision && (disputeDecision === 'gift' ? 'Kept as a gift' : 'Enrollment ended'),
    ...refundReasons(payment),
    ...payment.refunds.map(({ settled }) => settled && describeSettlement(settled, currency)),
    ...owedRefunds(payment).map((refund) =>
      [describeOwed(refund, payment), refund.failureReason && `The provider says: ${refund.failureReason}`]
        .filter(Boolean)
        .join('. '),
    ),
  ].filter((fact) => typeof fact === 'string');
  return (
    <span className="grid justify-items-end gap-1 text-right in-rows:justify-items-start in-rows:text-left">
      <PaymentState state={state} />
      {facts.map((fact, index) => (
        <PaymentFact key={index} text={fact} />
      ))}
    </span>
  );
};
