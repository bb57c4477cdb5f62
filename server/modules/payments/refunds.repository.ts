import { and, asc, eq, lt, type SQL, sql } from 'drizzle-orm';
import type Stripe from 'stripe';
import type { Queryable, Transaction } from '../../database/client.ts';
import { prepareOnce } from '../../database/prepare-once.ts';
import { payments, refunds } from '../../database/schema.ts';
import { issueCreditNotes } from '../documents/issue-documents.ts';
import { isSettledElsewhere } from '../documents/settled-elsewhere.ts';
import { addEnrollment, removeEnrollment } from '../enrollments/enrollments.repository.ts';
import { notifyOfRefunds } from '../notifications/notify.ts';
import { LOST } from './dispute-status.ts';
import { ofMode } from './of-mode.ts';
import { lockPayment, type PaymentRecord } from './payments.repository.ts';
import { type RefundRecord, rankOf, statusOf } from './refund-status.ts';
import { at, doneFor, inSeconds } from './work.ts';

/** Seconds between two checks of a refund in progress. The provider's events are usually faster. */
const PENDING_CHECK = 3_600;
/**
 * The seconds after which the provider's list shows a new refund. The provider refuses to refund more than the charge,
 * but would refund a part twice.
 */
const LIST_DELAY = 30;
/** The provider counts in seconds. */
const MILLISECONDS = 1_000;

/** The unfinished refunds of payments in this mode. The provider does not know those of the other mode. */
export const dueRefunds = (live: boolean): SQL => sql`
  ${refunds.status} in ('requested', 'pending', 'requires_action')
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

/**
 * Updates the refund columns of a payment, which the transaction has locked: the amount refunded, the amount in
 * progress, and whether the last refund failed and is unresolved; a lost dispute that returned the rest resolves it.
 * The enrollment follows: a full refund ends it; a refund that failed after all restores it, unless the class was never
 * delivered. Credit notes are issued last, because that locks their counter.
 */
export const countRefunds = async (trx: Transaction, payment: PaymentRecord): Promise<void> => {
  const { id, amount, userId, classId } = payment;
  const { rows } = await trx.execute<{ whole: boolean; undelivered: boolean }>(sql`
    with counted as (
      select coalesce(sum(r.amount) filter (where status = 'succeeded'), 0)::int as back,
             coalesce(sum(r.amount) filter (where status in ('requested', 'pending', 'requires_action')), 0)::int as coming,
             coalesce(sum(r.amount) filter (where ${isSettledElsewhere}), 0)::int as elsewhere,
             max(r.created_at) filter (where status not in ('failed', 'canceled') or resolved_at is not null) as last_good,
             (array_agg(r.reason order by r.created_at desc) filter (where r.reason is not null))[1] as reason
        from ${refunds} r where r.payment_id = ${id}
    )
    update ${payments} p set
      refunded_amount = least(p.amount, back),
      refunding_amount = least(p.amount - least(p.amount, back), coming),
      refunded_elsewhere = least(p.amount, elsewhere),
      refunded_at = case when back > 0 then coalesce(p.refunded_at, now()) end,
      refund_reason = coalesce(counted.reason, p.refund_reason),
      refund_failed_at = (
        select coalesce(p.refund_failed_at, now()) from ${refunds} f
         where f.payment_id = p.id and f.status in ('failed', 'canceled') and f.resolved_at is null
           and back + ${LOST} < p.amount and (last_good is null or f.created_at > last_good) limit 1)
    from counted where p.id = ${id}
    returning p.refunded_amount + p.refunded_elsewhere >= p.amount as whole,
      p.undelivered or p.dispute_decision is not distinct from 'ended' as undelivered`);
  await notifyOfRefunds(trx, id);
  const [counted] = rows;
  if (counted?.whole) await removeEnrollment(trx, id);
  else if (!counted?.undelivered) {
    await addEnrollment(trx, { userId, classId, paymentId: id, price: amount });
  }
  await issueCreditNotes(trx, [id]);
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
      claimedUntil: refund.origin === 'admin' ? sql`now() + interval '1 minute'` : null,
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
      (row.id === metadata?.refundId ||
        // Before refunds had rows of their own, they were marked with the payment.
        (!metadata?.refundId && metadata?.paymentId === row.paymentId && row.askedAt !== null)),
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

const apply = async (trx: Transaction, paymentId: string, known: RefundRecord[], given: Stripe.Refund) => {
  const row = findRow(known, given) ?? (await takeFromSum(trx, known, given));
  const status = statusOf(given);
  const seen = {
    providerId: given.id,
    amount: given.amount,
    status,
    failureReason: given.failure_reason ?? null,
    ...doneFor(PENDING_CHECK),
  };
  if (!row) {
    const createdAt = new Date(given.created * MILLISECONDS);
    await trx.insert(refunds).values({ ...seen, paymentId, origin: 'provider', createdAt });
  } else if (!row.providerId) {
    // The refund exists at the provider, whatever its stored state was.
    await trx
      .update(refunds)
      .set({ ...seen, resolvedAt: null })
      .where(eq(refunds.id, row.id));
  } else if (rankOf(status) >= rankOf(row.status)) {
    await trx.update(refunds).set(seen).where(eq(refunds.id, row.id));
  }
};

/**
 * Stores the provider's refunds of a payment, in one transaction. A status only advances, so the order in which
 * responses arrive does not matter.
 */
export const takeOverRefunds = async (
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
    .set(change)
    .where(and(eq(refunds.id, id), eq(refunds.status, 'requested')));
  await countRefunds(trx, payment!);
};

/** Records that the last failed refund was settled by other means. The caller has locked the payment. */
export const settleFailedRefund = async (trx: Transaction, payment: PaymentRecord): Promise<void> => {
  await trx.execute(sql`
    update ${refunds} set resolved_at = now() where id = (
      select r.id from ${refunds} r
       where r.payment_id = ${payment.id} and r.status in ('failed', 'canceled') and r.resolved_at is null
       order by r.created_at desc limit 1)`);
  await countRefunds(trx, payment);
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
 * Advances to a new idempotency key, unless a concurrent call already has. A part advances only if the provider's list
 * has had the time to show what the last request may have made. The caller has just not found it there.
 * @returns whether this call has advanced it
 */
export const nextRefundAttempt = async (
  db: Queryable,
  { id, attempt, isRest }: RefundRecord,
  now?: Date,
): Promise<boolean> => {
  const hasWaited = isRest ? undefined : lt(refunds.askedAt, inSeconds(-LIST_DELAY, now));
  const { rowCount } = await db
    .update(refunds)
    .set({ attempt: attempt + 1, failures: 0, keyErrors: 0 })
    .where(and(eq(refunds.id, id), eq(refunds.attempt, attempt), hasWaited));
  return Boolean(rowCount);
};
