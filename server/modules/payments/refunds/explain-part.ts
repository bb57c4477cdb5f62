import { chargedToMajor } from '#contract/charged-amounts.ts';
import { formatPrice } from '#contract/money.ts';
import type { PaymentRecord } from '../payments.repository.ts';

/** A reason for the audit trail. It begins with the amount (minor units) unless that is the whole payment. */
export const explainPart = (payment: PaymentRecord, amount: number, reason: string): string => {
  const { currency } = payment;
  const words = (minorUnits: number) => formatPrice(chargedToMajor(minorUnits, currency), currency);
  return amount < payment.amount ? `${words(amount)} of ${words(payment.amount)}: ${reason}` : reason;
};
