import { sql } from 'drizzle-orm';
import type { Transaction } from '../../../database/client.ts';
import { classes, enrollments, notifications, payments, refunds } from '../../../database/schema.ts';
import { adminsToNotify, notifyFrom } from '../../notifications/notify.ts';
import { NOTIFICATION_RETENTION } from '../../notifications/retention.ts';
import { isDelivered, isPaidBack, keepsEnrollment } from '../amounts.ts';
import { ADVICE } from '../attention/advice.ts';
import { isSuccessful, isUnsettledFailure } from './refund-status.ts';

/**
 * Notifies the payer of each refund of a payment that succeeded or that the bank rejected, and the admins of each that
 * failed. Of refunds that the provider refused to make, the payer gets one notification, however often they are
 * requested. Call it where refunds change, before an enrollment ends or is restored; it does not repeat notifications.
 * Refunds whose notification may have been deleted are left out.
 */
export const notifyOfRefunds = (trx: Transaction, paymentId: string): Promise<void> =>
  notifyFrom(
    trx,
    sql`
    with over as (
      select r.id, r.status, r.reason, r.amount, r.failure_reason, p.currency, p.id as payment_id, p.user_id, c.title,
             r.status <> 'succeeded' and r.provider_id is null as refused,
             ${isPaidBack(sql`p`)} and own.id is not null as ended,
             ${isPaidBack(sql`p`)} and not p.undelivered and own.id is null and other.id is not null as still_enrolled,
             case when r.status = 'succeeded' or ${isPaidBack(sql`p`)} or not ${isDelivered(sql`p`)} then null
                  when other.id is not null then 'kept'
                  when ${keepsEnrollment(sql`p`)} then 'restored' end as access
        from ${refunds} r join ${payments} p on p.id = r.payment_id join ${classes} c on c.id = p.class_id
        left join ${enrollments} own on own.payment_id = p.id
        left join ${enrollments} other on (other.user_id, other.class_id) = (p.user_id, p.class_id)
       where p.id = ${paymentId}
         and (${isSuccessful} or ${isUnsettledFailure})
         and coalesce(r.failed_at, r.created_at) > now() - ${NOTIFICATION_RETENTION}
    )
    select user_id, case status when 'succeeded' then 'refund' else 'refund failed' end, id::text,
           jsonb_build_object('paymentId', payment_id, 'title', title, 'amount', amount, 'currency', currency,
           'reason', reason) || jsonb_strip_nulls(jsonb_build_object(
             'refused', nullif(refused, false), 'ended', nullif(ended, false),
             'stillEnrolled', nullif(still_enrolled, false), 'access', access))
      from over
     where not refused or not exists (
       select from ${notifications} n where n.user_id = over.user_id and n.kind = 'refund failed'
          and n.data->>'paymentId' = payment_id::text)
    union all
    select admin.id, 'attention', 'refund failed ' || over.id,
           jsonb_build_object('what', 'A refund for "' || title || '" failed'
             || coalesce(': ' || failure_reason, ''), 'todo', ${ADVICE['refund failed']}::text)
      from over, ${adminsToNotify} admin where over.status <> 'succeeded'`,
  );
