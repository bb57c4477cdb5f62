import type Stripe from 'stripe';
import type { Database } from '../../../database/client.ts';
import { toApiError } from '../../../stripe/failure.ts';
import { findPaymentByTransaction } from '../payments.repository.ts';
import { listProviderRefunds } from '../provider.ts';
import { importRefunds } from './refunds.repository.ts';

/**
 * Stores the provider's refunds of a payment. A full refund ends the enrollment, wherever it was made; a partial one
 * does not.
 * @throws ApiError `provider_unavailable`
 */
export const syncRefunds = async (
  { db, stripe }: { db: Database; stripe: Stripe },
  transactionId: string,
): Promise<void> => {
  const payment = await findPaymentByTransaction(db, transactionId);
  if (!payment) return;
  const given = await listProviderRefunds(stripe, transactionId).catch((error: unknown) => {
    throw toApiError(error);
  });
  await db.transaction((trx) => importRefunds(trx, payment.id, given));
};
