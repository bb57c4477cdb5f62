import { toMajorUnits } from '#contract/money.ts';
import type { Payment } from '#contract/payments.ts';
import type { PaymentRow } from './list-payments.ts';
import { isWhollyRefunded, type PaymentRecord, SETTLED_DISPUTES } from './payments.repository.ts';

const stateOf = (payment: PaymentRecord): Payment['state'] => {
  if (isWhollyRefunded(payment)) return 'refunded';
  if (payment.refundFailedAt) return 'refund failed';
  if (payment.refundRequestedAt) return 'refunding';
  if (payment.disputeStatus && !SETTLED_DISPUTES.includes(payment.disputeStatus)) return 'disputed';
  return 'paid';
};

export const presentPayment = ({ payment, payer, title, teacher }: PaymentRow): Payment => ({
  _id: payment.id,
  date: payment.paidAt.toISOString(),
  receiptNumber: payment.receiptNumber,
  transactionId: payment.transactionId,
  email: payment.email,
  name: payer,
  classId: payment.classId,
  title,
  teacher,
  price: toMajorUnits(payment.amount),
  currency: payment.currency,
  state: stateOf(payment),
  refunded: toMajorUnits(payment.refundedAmount),
  ...(payment.refundReason && { refundReason: payment.refundReason }),
  ...(payment.disputeStatus && { dispute: payment.disputeStatus }),
});

export const PAYMENT_CSV_COLUMNS = [
  'date',
  'receipt',
  'transaction',
  'name',
  'email',
  'class',
  'teacher',
  'price',
  'currency',
  'state',
  'refunded',
  'refund reason',
] as const;

/** A payment as a line of a CSV file; amounts are in major units with two decimals. */
export const toCsvRow = (row: PaymentRow): Record<(typeof PAYMENT_CSV_COLUMNS)[number], string> => {
  const payment = presentPayment(row);
  return {
    date: payment.date,
    receipt: String(payment.receiptNumber),
    transaction: payment.transactionId,
    name: payment.name,
    email: payment.email,
    class: payment.title,
    teacher: payment.teacher,
    price: payment.price.toFixed(2),
    currency: payment.currency,
    state: payment.state,
    refunded: payment.refunded.toFixed(2),
    'refund reason': payment.refundReason ?? '',
  };
};
