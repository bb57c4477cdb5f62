import { sql } from 'drizzle-orm';
import type { Transaction } from '../../database/client.ts';
import { accountingDocuments, classes, payments } from '../../database/schema.ts';
import { notifyFrom } from '../notifications/notify.ts';

/**
 * Sends the buyer their receipt, which must have been issued, and notifies the teacher of the sale, by one statement.
 */
export const notifyOfPurchase = (trx: Transaction, paymentId: string): Promise<void> =>
  notifyFrom(
    trx,
    sql`
    with sold as (
      select p.id, p.user_id, p.amount, p.currency, p.paid_at, d.number, c.id as class_id, c.title, c.teacher_id
        from ${payments} p join ${classes} c on c.id = p.class_id
        join ${accountingDocuments} d on d.payment_id = p.id and d.kind = 'receipt'
       where p.id = ${paymentId}
    )
    select user_id, 'receipt', id::text, jsonb_build_object('paymentId', id, 'classId', class_id, 'title', title,
           'amount', amount, 'currency', currency, 'receiptNumber', number, 'date', paid_at) from sold
    union all
    select teacher_id, 'sale', id::text,
           jsonb_build_object('classId', class_id, 'title', title, 'amount', amount, 'currency', currency) from sold`,
  );
