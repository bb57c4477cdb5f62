import { and, eq, inArray, ne, sql } from 'drizzle-orm';
import type { Transaction } from '../../database/client.ts';
import { enrollments, payments } from '../../database/schema.ts';
import { transferEnrollment } from '../enrollments/enrollments.repository.ts';
import { entitlesToClass } from './amounts.ts';
import type { PaymentRecord } from './payments.repository.ts';

/**
 * Locks the payer's other payments for the class, in the order of their ids, if this payment has the enrollment. Only the
 * holder of the enrollment waits for other payments, so two transactions cannot wait for each other here.
 */
const lockOthers = async (trx: Transaction, { id, userId, classId }: PaymentRecord): Promise<string[]> => {
  const rows = await trx
    .select({ id: payments.id })
    .from(payments)
    .where(
      and(
        eq(payments.userId, userId),
        eq(payments.classId, classId),
        ne(payments.id, id),
        sql`exists (select from ${enrollments} e where e.payment_id = ${id})`,
      ),
    )
    .orderBy(payments.id)
    .for('no key update');
  return rows.map((row) => row.id);
};

/**
 * Transfers the enrollment of a payment that loses it to the payer's oldest other payment that entitles them to the class, in the caller's transaction, which has locked the payment. A test payment never replaces a real one.
 * @returns whether it was transferred; otherwise the enrollment, if there is one, still belongs to the payment
 */
export const transferToOther = async (trx: Transaction, payment: PaymentRecord): Promise<boolean> => {
  const others = await lockOthers(trx, payment);
  if (others.length === 0) return false;
  // Only a statement that starts after the lock was acquired sees what the transactions that held it have changed.
  const [next] = await trx
    .select({ id: payments.id, amount: payments.amount, paidAt: payments.paidAt })
    .from(payments)
    .where(
      and(
        inArray(payments.id, others),
        entitlesToClass(payments),
        payment.livemode === false ? undefined : sql`${payments.livemode} is not false`,
      ),
    )
    .orderBy(sql`${payments.livemode} is false`, payments.paidAt, payments.id)
    .limit(1);
  if (!next) return false;
  await transferEnrollment(trx, payment.id, next);
  return true;
};
