import { eq } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../database/client.ts';
import { enrollments, payments, users } from '../../database/schema.ts';

export type PaymentRecord = typeof payments.$inferSelect;

/**
 * Writes down money received, with the payer's address of now.
 * @returns the payment's id, or undefined where the transaction is recorded already
 */
export const insertPayment = async (
  trx: Transaction,
  payment: Pick<PaymentRecord, 'transactionId' | 'userId' | 'classId' | 'amount' | 'currency' | 'livemode'>,
): Promise<string | undefined> => {
  const [user] = await trx.select({ email: users.email }).from(users).where(eq(users.id, payment.userId));
  const [row] = await trx
    .insert(payments)
    .values({ ...payment, email: user!.email })
    .onConflictDoNothing({ target: payments.transactionId })
    .returning({ id: payments.id });
  return row?.id;
};

/** What became of a payment: the enrollment, or none where it was or will be refunded. */
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

export const findPaymentByTransaction = async (
  db: Queryable,
  transactionId: string,
): Promise<PaymentRecord | undefined> => {
  const [row] = await db.select().from(payments).where(eq(payments.transactionId, transactionId));
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

/** Notes why a payment cannot be delivered, which is the reason for its refund. */
export const setUndelivered = async (trx: Transaction, id: string, refundReason: string): Promise<void> => {
  await trx.update(payments).set({ undelivered: true, refundReason }).where(eq(payments.id, id));
};
