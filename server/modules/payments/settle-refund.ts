import type { Database } from '../../database/client.ts';
import type { CurrentUser } from '../../http/access.ts';
import { ApiError, notFound } from '../../http/api-error.ts';
import { addAuditEntry } from '../audit/audit.repository.ts';
import { lockPayment } from './payments.repository.ts';
import { settleFailedRefund } from './refunds.repository.ts';

/**
 * An admin records that the last refund, which failed, was settled by other means. It counts as refunded.
 * @throws ApiError `not_found`, or `nothing_to_decide` if no refund has failed
 */
export const settleRefund = (db: Database, admin: CurrentUser, id: string, reason: string): Promise<void> =>
  db.transaction(async (trx) => {
    const payment = await lockPayment(trx, { id });
    if (!payment) throw notFound('The payment');
    if (!payment.refundFailedAt)
      throw new ApiError('nothing_to_decide', 'No refund of this payment has failed');
    await settleFailedRefund(trx, payment);
    await addAuditEntry(trx, {
      actorId: admin.id,
      action: 'refund settled',
      subjectType: 'payment',
      subjectId: id,
      subjectName: payment.transactionId,
      details: { reason },
    });
  });
