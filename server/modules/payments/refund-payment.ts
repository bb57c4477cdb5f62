import type Stripe from 'stripe';
import type { Database } from '../../database/client.ts';
import type { Person } from '../../http/access.ts';
import { ApiError, notFound } from '../../http/api-error.ts';
import { addAuditEntry } from '../audit/audit.repository.ts';
import { giveBack } from './give-back.ts';
import { isWhollyRefunded, lockPayment, requestRefund } from './payments.repository.ts';

/**
 * An admin gives a payment back. The wish is written down with its reason before the provider is asked; if
 * that cannot be reached, the reconciler goes on.
 * @throws ApiError `not_found`, `already_refunded`, or `provider_unavailable`
 */
export const refundPayment = async (
  context: { db: Database; stripe: Stripe },
  admin: Person,
  id: string,
  reason: string,
): Promise<void> => {
  await context.db.transaction(async (trx) => {
    const payment = await lockPayment(trx, { id });
    if (!payment) throw notFound('The payment');
    if (payment.refundRequestedAt || isWhollyRefunded(payment)) {
      throw new ApiError('already_refunded', 'This payment is refunded or about to be');
    }
    await requestRefund(trx, id, { reason, by: admin.id });
    await addAuditEntry(trx, {
      actorId: admin.id,
      action: 'payment refunded',
      subjectType: 'payment',
      subjectId: id,
      subjectName: payment.transactionId,
      details: { reason },
    });
  });
  await giveBack(context, id);
};
