import { and, asc, eq, inArray, lt, or, type SQL, sql } from 'drizzle-orm';
import type Stripe from 'stripe';
import { isId, isSameId } from '#contract/id.ts';
import type { Queryable, Transaction } from '../../../database/client.ts';
import { prepareOnce } from '../../../database/prepare-once.ts';
import { payments, refunds, UNFINISHED_REFUNDS } from '../../../database/schema.ts';
import { owedAmount } from '../../documents/returned-amount.ts';
import { countRefunds } from './count-refunds.ts';
import { ofMode } from '../of-mode.ts';
import { lockPayment, type PaymentRecord } from '../payments.repository.ts';
import { at, claimEnd, doneFor, inSeconds } from '../due-rows.ts';
import {
  isActive,
  isUnsettledFailure,
  type RefundRecord,
  type RefundStatus,
  rankOf,
  statusOf,
} from './refund-status.ts';

/** Seconds between two checks of a refund in progress. The provider's events are usually faster. */
const PENDING_CHECK = 3_600;
/** The seconds after which the provider's list shows a new refund. */
const LIST_DELAY = 30;
/** The provider counts in seconds. */
const MILLISECONDS = 1_000;

/** The unfinished refunds of payments in this mode. The provider does not know those of the other mode. */
export const dueRefunds = (live: boolean): SQL => sql`
  ${inArray(refunds.status, UNFINISHED_REFUNDS)}
  and exists (select from ${payments} p where p.id = ${refunds.paymentId} and ${ofMode(live, sql`p.livemode`)})`;

/** Finds a refund by the id of its row. */
export const findRefund = async (db: Queryable, id: string): Promise<RefundRecord | undefined> => {
  const [row] = await db.select().from(refunds).where(eq(refunds.id, id));
  return row;
};

/** The refunds of payments, oldest first. */
export const listRefunds = async (db: Queryable, paymentIds: string[]): Promise<RefundRecord[]> => {
  if (paymentIds.length === 0) return [];
  const query = () =>
    db
      .select()
      .from(refunds)
      .where(sql`${refunds.paymentId} = any(${sql.placeholder('paymentIds')}::uuid[])`)
      .orderBy(asc(refunds.createdAt));
  return prepareOnce(db, 'refunds', query)({ paymentIds });
};

export interface NewRefund {
  /** Default: a new id. */
  id?: string;
  amount: number;
  isRest: boolean;
  origin: 'admin' | 'automatic';
  reason: string;
  requestedBy?: string;
}

/**
 * Stores a refund before the provider is called. An admin's refund is claimed, because the admin waits for the result.
 * The caller has locked the payment.
 * @returns its id
 */
export const insertRefund = async (
  trx: Transaction,
  payment: PaymentRecord,
  refund: NewRefund,
): Promise<string> => {
  const [row] = await trx
    .insert(refunds)
    .values({
      ...refund,
      paymentId: payment.id,
      status: 'requested',
      claimedUntil: refund.origin === 'admin' ? claimEnd() : null,
    })
    .returning({ id: refunds.id });
  await countRefunds(trx, payment);
  return row!.id;
};

/** The row of a provider's refund: by its id or, if the provider's response was lost, by our mark. */
const findRow = (known: RefundRecord[], { id, metadata }: Stripe.Refund): RefundRecord | undefined =>
  known.find(({ providerId }) => providerId === id) ??
  known.find(
    (row) =>
      !row.providerId &&
      (isSameId(metadata?.refundId, row.id) ||
        // Before refunds had rows of their own, they were marked with the payment.
        (!isId(metadata?.refundId) && isSameId(metadata?.paymentId, row.paymentId) && row.askedAt !== null)),
  );

/**
 * Handles rows from before each refund had its own, which are sums. Subtracts this refund from the sum that contains
 * it.
 * @returns the sum itself if it contains nothing else
 */
const takeFromSum = async (
  trx: Transaction,
  known: RefundRecord[],
  { amount, created, status }: Stripe.Refund,
): Promise<RefundRecord | undefined> => {
  const sum = known.find(
    (row) =>
      !row.providerId && row.status === 'succeeded' && row.createdAt.getTime() >= created * MILLISECONDS,
  );
  if (statusOf({ status }) !== 'succeeded') return undefined;
  if (!sum || sum.amount <= amount) return sum;
  await trx
    .update(refunds)
    .set({ amount: sum.amount - amount })
    .where(eq(refunds.id, sum.id));
  return undefined;
};

/** The columns about a failure that follow from a status. Settled failures keep theirs. */
const failureColumns = (status: RefundStatus) =>
  isActive({ status })
    ? { failedAt: null, owedAmount: null }
    : { failedAt: sql`coalesce(${refunds.failedAt}, now())` };

const apply = async (trx: Transaction, paymentId: string, known: RefundRecord[], given: Stripe.Refund) => {
  const row = findRow(known, given) ?? (await takeFromSum(trx, known, given));
  const status = statusOf(given);
  const seen = {
    providerId: given.id,
    amount: given.amount,
    status,
    // https://docs.stripe.com/api/refunds/object#refund_object-failure_reason
    failureReason: given.failure_reason === 'unknown' ? null : (given.failure_reason ?? null),
    ...doneFor(PENDING_CHECK),
  };
  if (!row) {
    const createdAt = new Date(given.created * MILLISECONDS);
    await trx.insert(refunds).values({ ...seen, paymentId, origin: 'provider', createdAt });
  } else if (!row.providerId) {
    // The refund exists at the provider, whatever its stored state was.
    await trx
      .update(refunds)
      .set({ ...seen, ...failureColumns(status), resolvedAt: null })
      .where(eq(refunds.id, row.id));
  } else if (rankOf(status) >= rankOf(row.status)) {
    await trx
      .update(refunds)
      .set({ ...seen, ...failureColumns(status) })
      .where(eq(refunds.id, row.id));
  }
};

/**
 * Stores the provider's refunds of a payment, in one transaction. A status only advances, so the order in which
 * responses arrive does not matter.
 */
export const importRefunds = async (
  trx: Transaction,
  paymentId: string,
  given: Stripe.Refund[],
): Promise<void> => {
  const payment = await lockPayment(trx, { id: paymentId });
  if (!payment) return;
  for (const refund of [...given].sort((a, b) => a.created - b.created)) {
    await apply(trx, paymentId, await listRefunds(trx, [paymentId]), refund);
  }
  await countRefunds(trx, payment);
};

/** Changes a refund that the provider has not accepted yet, and updates its payment. */
export const changeRequested = async (
  trx: Transaction,
  { id, paymentId }: RefundRecord,
  change: Partial<
    Pick<RefundRecord, 'amount' | 'status' | 'failureReason' | 'resolvedAt' | 'attempt' | 'keyErrors'>
  >,
): Promise<void> => {
  const payment = await lockPayment(trx, { id: paymentId });
  await trx
    .update(refunds)
    .set({ ...change, ...(change.status && failureColumns(change.status)) })
    .where(and(eq(refunds.id, id), eq(refunds.status, 'requested')));
  await countRefunds(trx, payment!);
};

/**
 * Records that failed refunds were settled by other means, with what is owed of them. The caller has locked the payment.
 * @param settlement how the money was paid back; `refundId`: default: all of them
 * @returns the amount in minor units, 0 if nothing is owed
 */
export const settleFailedRefunds = async (
  trx: Transaction,
  payment: PaymentRecord,
  settlement: { reason: string; refundId?: string },
): Promise<number> => {
  const { reason, refundId } = settlement;
  const { rows } = await trx.execute<{ amount: number }>(sql`
    update ${refunds} r set resolved_at = now(), settlement = ${reason}, owed_amount = ${owedAmount}
     where r.payment_id = ${payment.id} and ${isUnsettledFailure} and ${owedAmount} > 0
       ${refundId ? sql`and r.id = ${refundId}` : sql``}
    returning r.owed_amount as amount`);
  await countRefunds(trx, payment);
  return rows.reduce((sum, { amount }) => sum + amount, 0);
};

/**
 * Records that the provider is about to be called with the key of this attempt. From now on, it may have the refund.
 */
export const recordRequest = async (db: Queryable, id: string, now?: Date): Promise<void> => {
  await db
    .update(refunds)
    .set({ askedAt: at(now) })
    .where(eq(refunds.id, id));
};

/**
 * Records an error that the provider may have stored under the key of this attempt. It may have made the refund until
 * it answered, so the wait for its list starts again.
 * @param change the number of such errors, with this one, and whether to retry soon
 */
export const recordKeyErrors = async (
  db: Queryable,
  { id, attempt }: RefundRecord,
  change: Pick<RefundRecord, 'keyErrors'> & { failures?: 0 },
  now?: Date,
): Promise<void> => {
  await db
    .update(refunds)
    .set({ ...change, askedAt: at(now) })
    .where(and(eq(refunds.id, id), eq(refunds.attempt, attempt)));
};

/**
 * SQL: whether the provider would refuse a second refund of the same amount, because its refunds already add up to the
 * charge. Money that was paid back by other means or lost in a dispute is not among its refunds.
 */
const CANNOT_BE_REPEATED: SQL = sql`exists (select from ${payments} p
  where p.id = ${refunds.paymentId} and p.refunded_amount + p.refunding_amount >= p.amount)`;

/**
 * Advances to a new idempotency key, unless a concurrent call already has. A refund that the provider might make twice
 * advances only if the provider's list has had the time to show what the last request may have made. The caller has
 * just not found it there.
 * @returns whether this call has advanced it
 */
export const nextRefundAttempt = async (
  db: Queryable,
  { id, attempt, isRest }: RefundRecord,
  now?: Date,
): Promise<boolean> => {
  const hasWaited = lt(refunds.askedAt, inSeconds(-LIST_DELAY, now));
  const mayAdvance = isRest ? or(CANNOT_BE_REPEATED, hasWaited) : hasWaited;
  const { rowCount } = await db
    .update(refunds)
    .set({ attempt: attempt + 1, failures: 0, keyErrors: 0 })
    .where(and(eq(refunds.id, id), eq(refunds.attempt, attempt), mayAdvance));
  return Boolean(rowCount);
};
