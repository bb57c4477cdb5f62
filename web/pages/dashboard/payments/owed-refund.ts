import { formatPrice } from '#contract/money.ts';
import type { Payment } from '#contract/payments.ts';
import type { RefundEntry } from '#contract/refunds.ts';

/** A failed refund whose amount, or a part of it, the payer has not received since. */
export type OwedRefund = RefundEntry & { owed: number };

const isOwed = (refund: RefundEntry): refund is OwedRefund => refund.owed !== undefined;

/** The failed refunds of a payment of which something is owed, oldest first. */
export const owedRefunds = ({ state, refunds }: Payment): OwedRefund[] =>
  state === 'refund failed' ? refunds.filter(isOwed) : [];

/** The failed refund with this id or, without an id, the first one. */
export const findOwedRefund = (payment: Payment, refundId?: string): OwedRefund | undefined =>
  owedRefunds(payment).find(({ _id }) => refundId === undefined || _id === refundId);

/** States that a refund failed, with the amount that is owed. */
export const describeOwed = ({ owed }: OwedRefund, { currency }: Payment): string =>
  `The refund of ${formatPrice(owed, currency)} failed`;
