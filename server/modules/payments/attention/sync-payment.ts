import type Stripe from 'stripe';
import type { Database } from '../../../database/client.ts';
import { notFound } from '../../../http/api-error.ts';
import { findBookErrorsOf } from '../books/check-books.ts';
import { setFindingsOf } from '../books/book-findings.repository.ts';
import { syncDisputesOf } from '../disputes/disputes.ts';
import { findPayment } from '../payments.repository.ts';
import { syncRefunds } from '../refunds/sync-refunds.ts';

/**
 * Reads a payment from the provider again, stores its refunds and disputes, and compares it with the books.
 * @throws ApiError `not_found` or `provider_unavailable`
 */
export const syncPayment = async (context: { db: Database; stripe: Stripe }, id: string): Promise<void> => {
  const payment = await findPayment(context.db, id);
  if (!payment) throw notFound('The payment');
  await syncRefunds(context, payment.transactionId);
  await syncDisputesOf(context, payment.transactionId);
  await setFindingsOf(
    context.db,
    payment.transactionId,
    await findBookErrorsOf(context, payment.transactionId),
  );
};
