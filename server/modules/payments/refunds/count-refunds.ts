import { type SQL, sql } from 'drizzle-orm';
import type { Transaction } from '../../../database/client.ts';
import { payments, refunds } from '../../../database/schema.ts';
import { issueCreditNotes } from '../../documents/issue-documents.ts';
import { isSettledElsewhere, owedAmount } from '../../documents/returned-amount.ts';
import { removeEnrollment } from '../../enrollments/end-enrollment.ts';
import { addEnrollment } from '../../enrollments/enrollments.repository.ts';
import { isPaidBack, keepsEnrollment } from '../amounts.ts';
import type { PaymentRecord } from '../payments.repository.ts';
import { transferToOther } from '../transfer-enrollment.ts';
import { notifyOfRefunds } from './notify-of-refunds.ts';
import { hasFailed, isSuccessful, isUnfinished, isUnsettledFailure } from './refund-status.ts';

/**
 * SQL: what is owed after all refunds of a payment, one after the other. A failure adds its amount, and a refund that
 * was made later repays it, unless it fails too. A refund that was made before the failure does not repay it.
 */
const owedBy = (paymentId: string): SQL => sql`
  steps as (
    select r.id, r.created_at, 1 as step, r.created_at as at, -r.amount as change
      from ${refunds} r where r.payment_id = ${paymentId}
    union all
    select r.id, r.created_at, 2, coalesce(r.failed_at, r.created_at), r.amount
      from ${refunds} r where r.payment_id = ${paymentId} and ${hasFailed}
    union all
    select r.id, r.created_at, 3, greatest(r.resolved_at, r.failed_at, r.created_at), -${owedAmount}
      from ${refunds} r
     where r.payment_id = ${paymentId} and ${hasFailed} and r.resolved_at is not null
  ),
  walk as (
    select change, sum(change) over (order by at, created_at, id, step rows unbounded preceding) as level from steps
  ),
  unpaid as (select coalesce(sum(change), 0) - least(0, coalesce(min(level), 0)) as owed from walk)`;

/**
 * Updates the refund columns of a payment, which the transaction has locked: the amounts refunded, in progress and owed
 * because a refund failed; a lost dispute that returned the rest leaves nothing owed. The enrollment follows: a full
 * refund ends it or transfers it to another payment; a refund that failed after all restores it, unless the class was
 * never delivered. The payer is notified in between, while it is known which of these happens. Credit notes are issued
 * last, because that locks their counter.
 */
export const countRefunds = async (trx: Transaction, payment: PaymentRecord): Promise<void> => {
  const { id, amount, userId, classId } = payment;
  const { rows } = await trx.execute<{ whole: boolean; keeps: boolean }>(sql`
    with ${owedBy(id)},
    sums as (
      select coalesce(sum(r.amount) filter (where ${isSuccessful}), 0)::int as refunded,
             coalesce(sum(r.amount) filter (where ${isUnfinished}), 0)::int as refunding,
             coalesce(sum(${owedAmount}) filter (where ${isSettledElsewhere}), 0)::int as elsewhere,
             (array_agg(r.reason order by ${hasFailed}, r.created_at desc)
                filter (where r.reason is not null))[1] as reason
        from ${refunds} r where r.payment_id = ${id}
    ),
    counted as (
      select sums.*, greatest(0, least(unpaid.owed, p.amount - refunded - refunding - elsewhere - p.lost_amount))::int as owed
        from sums, unpaid, ${payments} p where p.id = ${id}
    ),
    placed as (
      select r.id, least(r.amount, greatest(0, counted.owed - (sum(r.amount) over latest - r.amount)))::int as owed
        from ${refunds} r, counted where r.payment_id = ${id} and ${isUnsettledFailure}
      window latest as (order by coalesce(r.failed_at, r.created_at) desc, r.created_at desc, r.id desc
                        rows unbounded preceding)
    ),
    marked as (
      update ${refunds} r set owed_amount = placed.owed
        from placed where placed.id = r.id and r.owed_amount is distinct from placed.owed
    )
    update ${payments} p set
      refunded_amount = least(p.amount, refunded),
      refunding_amount = least(p.amount - least(p.amount, refunded), refunding),
      refunded_elsewhere = least(p.amount, elsewhere),
      refunded_at = case when refunded > 0 then coalesce(p.refunded_at, now()) end,
      refund_reason = coalesce(counted.reason, p.refund_reason),
      refund_failed_at = case when counted.owed > 0 then coalesce(p.refund_failed_at, now()) end
    from counted where p.id = ${id}
    returning ${isPaidBack(sql`p`)} as whole,
      ${keepsEnrollment(sql`p`)} as keeps`);
  const [counted] = rows;
  if (counted?.whole) await transferToOther(trx, payment);
  await notifyOfRefunds(trx, id);
  if (counted?.whole) await removeEnrollment(trx, id);
  else if (counted?.keeps) {
    await addEnrollment(trx, { userId, classId, paymentId: id, price: amount });
  }
  await issueCreditNotes(trx, [id]);
};
