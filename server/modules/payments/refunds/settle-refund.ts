import type { Database } from '../../../database/client.ts';
import type { CurrentUser } from '../../../http/access.ts';
import { ApiError, notFound } from '../../../http/api-error.ts';
import { explainPart } from './explain-part.ts';
import { auditDecision } from '../audit-decision.ts';
import { lockPayment } from '../payments.repository.ts';
import { settleFailedRefunds } from './refunds.repository.ts';

/**
 * An admin records that what is owed because a refund failed was paid by other means. It counts as refunded.
 * @param settlement `reason`: how it was paid; `refundId`: the refund that failed. Default: all refunds of the payment that failed
 * @throws ApiError `not_found`, or `nothing_to_decide` if nothing is owed
 */
export const settleRefund = (
  db: Database,
  admin: CurrentUser,
  id: string,
  settlement: { reason: string; refundId?: string },
): Promise<void> =>
  db.transaction(async (trx) => {
    const payment = await lockPayment(trx, { id });
    if (!payment) throw notFound('The payment');
    const amount = payment.refundFailedAt ? await settleFailedRefunds(trx, payment, settlement) : 0;
    if (amount === 0) {
      throw new ApiError('nothing_to_decide', 'No failed refund of this payment is still owed');
    }
    await auditDecision(trx, payment, {
      actorId: admin.id,
      action: 'refund settled',
      reason: explainPart(payment, amount, settlement.reason),
    });
  });
