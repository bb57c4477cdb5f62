import { and, asc, eq, gt, isNotNull, isNull, lt, or, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../database/client.ts';
import { enrollments, type INTENT_STATES, paymentIntents, payments, users } from '../../database/schema.ts';

export type PaymentIntent = typeof paymentIntents.$inferSelect;
export type PaymentRecord = typeof payments.$inferSelect;

/** Whether all of a payment was given back, and not only a part. */
export const isWhollyRefunded = ({ amount, refundedAmount }: PaymentRecord): boolean =>
  refundedAmount === amount;

/** Disputes that are over in our favour, in the provider's words. */
export const SETTLED_DISPUTES = ['won', 'warning_closed'];

const openFor = (userId: string, classId: string) =>
  and(
    eq(paymentIntents.userId, userId),
    eq(paymentIntents.classId, classId),
    eq(paymentIntents.state, 'open'),
  );

/** The person's open intent for the class, if there is one: its amount is the price that they were quoted. */
export const findOpenIntent = async (
  db: Queryable,
  userId: string,
  classId: string,
): Promise<PaymentIntent | undefined> => {
  const [row] = await db.select().from(paymentIntents).where(openFor(userId, classId));
  return row;
};

/**
 * The person's open intent for the class, or a new one with this price. Of two calls at once one makes it
 * and both get it.
 */
export const openIntent = async (
  db: Queryable,
  intent: { userId: string; classId: string; amount: number; currency: string },
): Promise<PaymentIntent> => {
  const [created] = await db.insert(paymentIntents).values(intent).onConflictDoNothing().returning();
  if (created) return created;
  return (await findOpenIntent(db, intent.userId, intent.classId)) ?? openIntent(db, intent);
};

export const setProviderId = async (db: Queryable, id: string, providerId: string): Promise<void> => {
  await db.update(paymentIntents).set({ providerId }).where(eq(paymentIntents.id, id));
};

export const setIntentState = async (
  db: Queryable,
  id: string,
  state: (typeof INTENT_STATES)[number],
): Promise<void> => {
  await db.update(paymentIntents).set({ state }).where(eq(paymentIntents.id, id));
};

/**
 * Our row of a provider's intent: by the provider's id or, where a crash came before that was noted, by the
 * row id that the intent carries in its metadata.
 */
export const findIntent = async (
  db: Queryable,
  providerId: string,
  rowId: string | undefined,
): Promise<PaymentIntent | undefined> => {
  const [row] = await db
    .select()
    .from(paymentIntents)
    .where(or(eq(paymentIntents.providerId, providerId), rowId ? eq(paymentIntents.id, rowId) : undefined));
  return row;
};

/** A batch of the intents made before `moment` that are not settled here, in the order of their ids. */
export const listUnsettledIntents = (
  db: Queryable,
  { before, afterId, limit }: { before: Date; afterId?: string; limit: number },
): Promise<PaymentIntent[]> =>
  db
    .select()
    .from(paymentIntents)
    .where(
      and(
        eq(paymentIntents.state, 'open'),
        lt(paymentIntents.createdAt, before),
        afterId ? gt(paymentIntents.id, afterId) : undefined,
      ),
    )
    .orderBy(asc(paymentIntents.id))
    .limit(limit);

/**
 * Writes down money received, with the payer's address of now.
 * @returns the payment's id, or undefined where the transaction is recorded already
 */
export const insertPayment = async (
  trx: Transaction,
  payment: { transactionId: string; userId: string; classId: string; amount: number; currency: string },
): Promise<string | undefined> => {
  const [user] = await trx.select({ email: users.email }).from(users).where(eq(users.id, payment.userId));
  const [row] = await trx
    .insert(payments)
    .values({ ...payment, email: user!.email })
    .onConflictDoNothing({ target: payments.transactionId })
    .returning({ id: payments.id });
  return row?.id;
};

/** What became of a payment: the enrolment, or none where it was or will be given back. */
export interface Settlement {
  payment: PaymentRecord;
  enrollmentId: string | null;
}

/** @throws Error for a transaction that is not recorded */
export const findSettlement = async (db: Queryable, transactionId: string): Promise<Settlement> => {
  const [row] = await db
    .select({ payment: payments, enrollmentId: enrollments.id })
    .from(payments)
    .leftJoin(enrollments, eq(enrollments.paymentId, payments.id))
    .where(eq(payments.transactionId, transactionId));
  if (!row) throw new Error(`The transaction ${transactionId} is not recorded`);
  return row;
};

export const findPayment = async (db: Queryable, id: string): Promise<PaymentRecord | undefined> => {
  const [row] = await db.select().from(payments).where(eq(payments.id, id));
  return row;
};

/** A payment that nobody else changes until the transaction ends. */
export const lockPayment = async (
  trx: Transaction,
  by: { id: string } | { transactionId: string },
): Promise<PaymentRecord | undefined> => {
  const meant = 'id' in by ? eq(payments.id, by.id) : eq(payments.transactionId, by.transactionId);
  const [row] = await trx.select().from(payments).where(meant).for('update');
  return row;
};

/** Writes down that a payment is to be given back, before the provider is asked. */
export const requestRefund = async (
  trx: Transaction,
  id: string,
  { reason, by }: { reason: string; by?: string },
): Promise<void> => {
  await trx
    .update(payments)
    .set({ refundRequestedAt: sql`now()`, refundRequestedBy: by, refundReason: reason })
    .where(eq(payments.id, id));
};

/** Writes down how much was given back so far, in minor units. */
export const setRefunded = async (trx: Transaction, id: string, refundedAmount: number): Promise<void> => {
  await trx
    .update(payments)
    .set({ refundedAmount, refundedAt: refundedAmount > 0 ? sql`now()` : null })
    .where(eq(payments.id, id));
};

/** The money did not get back: somebody has to see to it. */
export const markRefundFailed = async (trx: Transaction, id: string): Promise<void> => {
  await trx
    .update(payments)
    .set({ refundFailedAt: sql`now()` })
    .where(eq(payments.id, id));
};

/** The ids of payments whose refund the provider has not confirmed yet. */
export const listDueRefunds = async (db: Queryable, limit: number): Promise<string[]> => {
  const rows = await db
    .select({ id: payments.id })
    .from(payments)
    .where(
      and(
        isNotNull(payments.refundRequestedAt),
        lt(payments.refundedAmount, payments.amount),
        isNull(payments.refundFailedAt),
      ),
    )
    .orderBy(asc(payments.refundRequestedAt))
    .limit(limit);
  return rows.map(({ id }) => id);
};

/** Notes where the dispute of a payment stands. */
export const setDispute = async (
  db: Queryable,
  transactionId: string,
  { status, openedAt }: { status: string; openedAt: Date },
): Promise<void> => {
  await db
    .update(payments)
    .set({ disputeStatus: status, disputedAt: openedAt })
    .where(eq(payments.transactionId, transactionId));
};
