import { decimalsOf, chargedToMajor } from '#contract/charged-amounts.ts';
import type { Attention } from '#contract/attention.ts';
import type { Payment } from '#contract/payments.ts';
import type { RefundEntry } from '#contract/refunds.ts';
import { type DocumentRecord, presentDocument } from '../documents/documents.repository.ts';
import { refundableOf, returnedOf } from './amounts.ts';
import type { PaymentRow } from './list-payments.ts';
import { isActive, type RefundRecord } from './refunds/refund-status.ts';

interface Shown {
  refunds: RefundRecord[];
  documents: DocumentRecord[];
  /** Whether an admin sees it, who also receives the provider's reason for a failure. */
  forAdmin: boolean;
  attention?: Attention[];
}

const isOwed = (refund: RefundRecord): boolean =>
  !isActive(refund) && refund.resolvedAt === null && refund.owedAmount !== 0;

const presentSettlement = (refund: RefundRecord, currency: string): Pick<RefundEntry, 'settled'> => {
  const { resolvedAt, settlement, owedAmount, amount } = refund;
  if (!resolvedAt || settlement === null) return {};
  const paid = chargedToMajor(owedAmount ?? amount, currency);
  return { settled: { amount: paid, date: resolvedAt.toISOString(), reason: settlement } };
};

const presentRefund = (refund: RefundRecord, currency: string, forAdmin: boolean): RefundEntry => ({
  _id: refund.id,
  date: refund.createdAt.toISOString(),
  amount: chargedToMajor(refund.amount, currency),
  status: refund.status,
  origin: refund.origin,
  ...(refund.reason && { reason: refund.reason }),
  ...(forAdmin && refund.failureReason && { failureReason: refund.failureReason }),
  ...(forAdmin && isOwed(refund) && { owed: chargedToMajor(refund.owedAmount ?? refund.amount, currency) }),
  ...(forAdmin && presentSettlement(refund, currency)),
});

/** A payment as responses have it, with amounts in major units. */
export const presentPayment = (
  { payment, receiptNumber, state, payer, title, teacher }: PaymentRow,
  { refunds, documents, forAdmin, attention }: Shown,
): Payment => {
  const { refunded, lost } = returnedOf(payment);
  const { currency } = payment;
  const inMajorUnits = (minorUnits: number) => chargedToMajor(minorUnits, currency);
  return {
    _id: payment.id,
    date: payment.paidAt.toISOString(),
    receiptNumber,
    documents: documents.map(presentDocument),
    transactionId: payment.transactionId,
    email: payment.email,
    name: payer,
    classId: payment.classId,
    title,
    teacher,
    price: inMajorUnits(payment.amount),
    currency,
    state,
    refunded: inMajorUnits(refunded),
    refunding: inMajorUnits(payment.refundingAmount),
    lost: inMajorUnits(lost),
    refundable: inMajorUnits(
      payment.chargedBack
        ? 0
        : Math.max(0, refundableOf(payment) - payment.refundedAmount - payment.refundingAmount),
    ),
    refunds: refunds.map((refund) => presentRefund(refund, currency, forAdmin)),
    ...(payment.refundReason && { refundReason: payment.refundReason }),
    ...(payment.disputeStatus && { dispute: payment.disputeStatus }),
    ...(payment.disputeDueBy && { disputeDueBy: payment.disputeDueBy.toISOString() }),
    ...(payment.disputeDecision && { disputeDecision: payment.disputeDecision }),
    ...(attention && { attention }),
  };
};

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
  'lost',
  'refund reason',
] as const;

/** A payment as a row of a CSV file. Amounts are in major units with the decimals of their currency. */
export const toCsvRow = (row: PaymentRow): Record<(typeof PAYMENT_CSV_COLUMNS)[number], string> => {
  const payment = presentPayment(row, { refunds: [], documents: [], forAdmin: true });
  const decimals = decimalsOf(payment.currency);
  return {
    date: payment.date,
    receipt: payment.receiptNumber,
    transaction: payment.transactionId,
    name: payment.name,
    email: payment.email,
    class: payment.title,
    teacher: payment.teacher,
    price: payment.price.toFixed(decimals),
    currency: payment.currency,
    state: payment.state,
    refunded: payment.refunded.toFixed(decimals),
    lost: payment.lost.toFixed(decimals),
    'refund reason': payment.refundReason ?? '',
  };
};
