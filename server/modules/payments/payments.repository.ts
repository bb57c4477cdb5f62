import { eq, sql } from 'drizzle-orm';
import type Stripe from 'stripe';
import type { Queryable, Transaction } from '../../database/client.ts';
import { enrollments, paymentIntents, payments, users } from '../../database/schema.ts';
import type { PaymentIntent } from './intents.repository.ts';

export type PaymentRecord = typeof payments.$inferSelect;

interface InsertedPayment {
  id: string;
  /** Whether the intent was open, and so held a seat for the payer, until the payment was stored. */
  hadIntent: boolean;
}

/**
 * Stores a payment with the payer's current email address, and marks the intent as recorded, whatever its state.
 * @returns undefined if the transaction is already stored
 */
export const insertPayment = async (
  trx: Transaction,
  { id: intentId, userId, classId }: Pick<PaymentIntent, 'id' | 'userId' | 'classId'>,
  { id, amount_received: amount, currency, livemode }: Stripe.PaymentIntent,
): Promise<InsertedPayment | undefined> => {
  const { rows } = await trx.execute<{ id: string; was_open: boolean | null }>(sql`
    with stored as (select id, state from ${paymentIntents} where id = ${intentId} for no key update),
    recorded as (
      update ${paymentIntents} intents set state = 'recorded' from stored where intents.id = stored.id
      returning stored.state = 'open' as was_open
    )
    insert into ${payments} (transaction_id, user_id, class_id, email, amount, currency, livemode)
    select ${id}::text, id, ${classId}::uuid, email, ${amount}::int, ${currency}::text, ${sql.param(livemode)}::boolean
      from ${users} where id = ${userId}
    on conflict (transaction_id) do nothing returning id, (select was_open from recorded) as was_open`);
  return rows[0] && { id: rows[0].id, hadIntent: rows[0].was_open ?? false };
};

/** The outcome of a payment: the enrollment, or none if it was or will be refunded. */
export interface Settlement {
  paymentId: string;
  enrollmentId: string | null;
}

/** Finds the outcome of a recorded transaction. @throws Error for a transaction that is not recorded */
export const findSettlement = async (db: Queryable, transactionId: string): Promise<Settlement> => {
  const [row] = await db
    .select({ paymentId: payments.id, enrollmentId: enrollments.id })
    .from(payments)
    .leftJoin(enrollments, eq(enrollments.paymentId, payments.id))
    .where(eq(payments.transactionId, transactionId));
  if (!row) throw new Error(`The transaction ${transactionId} is not recorded`);
  return row;
};

/** Finds a payment by its id. */
export const findPayment = async (db: Queryable, id: string): Promise<PaymentRecord | undefined> => {
  const [row] = await db.select().from(payments).where(eq(payments.id, id));
  return row;
};

/** Finds a payment by the provider's id of its intent. */
export const findPaymentByTransaction = async (
  db: Queryable,
  transactionId: string,
): Promise<PaymentRecord | undefined> => {
  const [row] = await db.select().from(payments).where(eq(payments.transactionId, transactionId));
  return row;
};

/** Locks a payment until the transaction ends. */
export const lockPayment = async (
  trx: Transaction,
  by: { id: string } | { transactionId: string },
): Promise<PaymentRecord | undefined> => {
  const isSelected = 'id' in by ? eq(payments.id, by.id) : eq(payments.transactionId, by.transactionId);
  const [row] = await trx.select().from(payments).where(isSelected).for('update');
  return row;
};

/** Stores why a payment cannot be delivered, which is also the reason for its refund. */
export const setUndelivered = async (trx: Transaction, id: string, refundReason: string): Promise<void> => {
  await trx.update(payments).set({ undelivered: true, refundReason }).where(eq(payments.id, id));
};
