import { formatPrice } from '#contract/money.ts';
import type { Payment } from '#contract/payments.ts';

/** Why a payment was refunded. If it was in several parts, each reason begins with its amount. */
export const refundReasons = ({ refunds, refundReason, currency }: Payment): string[] => {
  const parts = refunds.filter(
    ({ status, reason }) => reason !== undefined && !['failed', 'canceled'].includes(status),
  );
  if (parts.length > 1)
    return parts.map(({ amount, reason }) => `${formatPrice(amount, currency)} refunded: ${reason!}`);
  const reason = parts[0]?.reason ?? refundReason;
  return reason ? [reason] : [];
};

/** The reasons of a payment's refunds, for its payer. Nothing if there are none. */
export const RefundReasons = ({ payment }: { payment: Payment }) => {
  const reasons = refundReasons(payment);
  return reasons.map((reason, index) => (
    <p key={index} className="text-sm">
      {reasons.length === 1 && 'Reason for the refund: '}
      <bdi>{reason}</bdi>
    </p>
  ));
};

/** What was refunded of a payment and what is being refunded, with the reasons, for its payer. Nothing without refunds. */
export const Refunded = ({ payment }: { payment: Payment }) => {
  const { refunded, refunding, currency } = payment;
  const amounts = [
    refunded > 0 && `${formatPrice(refunded, currency)} refunded`,
    refunding > 0 && `${formatPrice(refunding, currency)} being refunded`,
  ].filter((amount) => typeof amount === 'string');
  return (
    <>
      {amounts.map((amount) => (
        <p key={amount} className="text-sm font-semibold">
          {amount}
        </p>
      ))}
      <RefundReasons payment={payment} />
    </>
  );
};
