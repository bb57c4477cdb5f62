import { toMajorUnits } from '#contract/money.ts';
import type { Payment } from '#contract/payments.ts';
import type { PaymentRow } from './list-payments.ts';

export const presentPayment = ({ payment, payer, title, teacher }: PaymentRow): Payment => ({
  _id: payment.id,
  date: payment.paidAt.toISOString(),
  transactionId: payment.transactionId,
  email: payment.email,
  name: payer,
  classId: payment.classId,
  title,
  teacher,
  price: toMajorUnits(payment.amount),
  currency: payment.currency,
  state: payment.refundedAmount > 0 ? 'refunded' : 'paid',
  refunded: toMajorUnits(payment.refundedAmount),
  ...(payment.refundReason && { refundReason: payment.refundReason }),
});

export const PAYMENT_CSV_COLUMNS = [
  'date',
  'transaction',
  'name',
  'email',
  'class',
  'teacher',
  'price',
  'currency',
  'refunded',
  'refund reason',
] as const;

/** A payment as a line of a CSV file; amounts are in major units with two decimals. */
export const toCsvRow = (row: PaymentRow): Record<(typeof PAYMENT_CSV_COLUMNS)[number], string> => {
  const payment = presentPayment(row);
  return {
    date: payment.date,
    transaction: payment.transactionId,
    name: payment.name,
    email: payment.email,
    class: payment.title,
    teacher: payment.teacher,
    price: payment.price.toFixed(2),
    currency: payment.currency,
    refunded: payment.refunded.toFixed(2),
    'refund reason': payment.refundReason ?? '',
  };
};
