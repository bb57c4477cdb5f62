import { eq, inArray } from 'drizzle-orm';
import type { Queryable } from '../../../database/client.ts';
import { accountingDocuments, billingDetails, payments, refunds } from '../../../database/schema.ts';
import { newestFirstIn } from './newest-first.ts';

/** The part of the personal data export about what a user has paid and got back. Amounts are in minor units. */
export const listPurchaseData = (db: Queryable, id: string) => {
  const newestFirst = newestFirstIn(db);
  const ownPayments = db.select({ id: payments.id }).from(payments).where(eq(payments.userId, id));
  return {
    payments: newestFirst(payments, payments.paidAt, eq(payments.userId, id), () =>
      db.select().from(payments).$dynamic(),
    ),
    refunds: newestFirst(refunds, refunds.createdAt, inArray(refunds.paymentId, ownPayments), () =>
      db
        .select({
          id: refunds.id,
          transaction: payments.transactionId,
          amount: refunds.amount,
          status: refunds.status,
          settlement: refunds.settlement,
          reason: refunds.reason,
          at: refunds.createdAt,
        })
        .from(refunds)
        .innerJoin(payments, eq(payments.id, refunds.paymentId))
        .$dynamic(),
    ),
    documents: newestFirst(
      accountingDocuments,
      accountingDocuments.issuedAt,
      inArray(accountingDocuments.paymentId, ownPayments),
      () => db.select().from(accountingDocuments).$dynamic(),
    ),
    billingDetails: newestFirst(billingDetails, billingDetails.id, eq(billingDetails.id, id), () =>
      db.select().from(billingDetails).$dynamic(),
    ),
  };
};
