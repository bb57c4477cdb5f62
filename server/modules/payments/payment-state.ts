import { and, eq, gt, isNotNull, isNull, not, notInArray, type SQL, sql } from 'drizzle-orm';
import type { Payment } from '#contract/payments.ts';
import { payments } from '../../database/schema.ts';
import { isPaidBack } from './amounts.ts';
import { FINAL_DISPUTES } from './disputes/dispute-status.ts';

const isRefunded = isPaidBack(payments);
const isNotRefunded = not(isRefunded);
const hasFailed = and(isNotRefunded, isNotNull(payments.refundFailedAt));
const isRefunding = and(isNotRefunded, isNull(payments.refundFailedAt), gt(payments.refundingAmount, 0));
const isKept = and(isNotRefunded, isNull(payments.refundFailedAt), eq(payments.refundingAmount, 0));
const isDisputed = and(isNotNull(payments.disputeStatus), notInArray(payments.disputeStatus, FINAL_DISPUTES));
const isLost = eq(payments.disputeStatus, 'lost');

/** The condition of each state. Each payment is in exactly one state. */
export const STATE_CONDITIONS: Record<Payment['state'], SQL | undefined> = {
  refunded: isRefunded,
  'refund failed': hasFailed,
  refunding: isRefunding,
  disputed: and(isKept, isDisputed),
  'dispute lost': and(isKept, isLost),
  paid: and(isKept, sql`(${isDisputed}) is not true`, sql`(${isLost}) is not true`),
};

const branches = Object.entries(STATE_CONDITIONS).map(
  ([state, matches]) => sql`when ${matches} then ${state}`,
);

/** The state of a payment, as a column. */
export const paymentState = sql<Payment['state']>`case ${sql.join(branches, sql` `)} end`;
