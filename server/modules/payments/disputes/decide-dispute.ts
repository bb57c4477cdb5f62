import { eq, sql } from 'drizzle-orm';
import type { DisputeDecision } from '#contract/attention.ts';
import type { Database } from '../../../database/client.ts';
import { payments } from '../../../database/schema.ts';
import type { CurrentUser } from '../../../http/access.ts';
import { ApiError, notFound } from '../../../http/api-error.ts';
import { removeEnrollment } from '../../enrollments/end-enrollment.ts';
import { addEnrollment } from '../../enrollments/enrollments.repository.ts';
import { keepsEnrollment } from '../amounts.ts';
import { auditDecision } from '../audit-decision.ts';
import { lockPayment } from '../payments.repository.ts';
import { transferToOther } from '../transfer-enrollment.ts';

/**
 * An admin decides on the enrollment of a payment whose dispute was lost: it ends, or it stays as a gift.
 * An enrollment that ends is transferred to another payment that entitles the payer to the class, if there is one.
 * @throws ApiError `not_found`, or `nothing_to_decide` if no dispute was lost or it has already been decided
 */
export const decideDispute = (
  db: Database,
  admin: CurrentUser,
  id: string,
  { decision, reason }: DisputeDecision,
): Promise<void> =>
  db.transaction(async (trx) => {
    const payment = await lockPayment(trx, { id });
    if (!payment) throw notFound('The payment');
    if (payment.lostAmount === 0 || payment.disputeDecision) {
      throw new ApiError('nothing_to_decide', 'This payment has no lost dispute to decide on');
    }
    const disputeDecision = decision === 'end' ? 'ended' : 'gift';
    const [decided] = await trx
      .update(payments)
      .set({ disputeDecision })
      .where(eq(payments.id, id))
      .returning({ keeps: sql<boolean>`${keepsEnrollment(payments)}` });
    let outcome = 'Kept as a gift';
    if (decision === 'end') {
      const isTransferred = await transferToOther(trx, payment);
      outcome = isTransferred ? 'Enrollment transferred to another payment' : 'Enrollment ended';
      if (!isTransferred) await removeEnrollment(trx, id);
    } else if (decided?.keeps) {
      // It may have ended with another payment for the class.
      const { userId, classId, amount } = payment;
      await addEnrollment(trx, { userId, classId, paymentId: id, price: amount });
    }
    await auditDecision(trx, payment, {
      actorId: admin.id,
      action: 'dispute decided',
      reason: `${outcome}: ${reason}`,
    });
  });
