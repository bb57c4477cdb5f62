import { sql } from 'drizzle-orm';
import type { Transaction } from '../../database/client.ts';
import { enrollments, notifications } from '../../database/schema.ts';

/**
 * Collects the sales of past days (UTC) into one email per teacher, in one transaction. Those whose enrollment has ended
 * since are left out. The subject of a paid sale is its payment; that of a free one is the class and the student.
 */
export const collectSales = async (trx: Transaction): Promise<void> => {
  await trx.execute(sql`
    with past as (
      update ${notifications} set email = 'none'
       where email = 'collected' and kind = 'sale' and created_at < date_trunc('day', now() at time zone 'utc') at time zone 'utc'
      returning user_id, (created_at at time zone 'utc')::date as day, data,
                case when (data->>'amount')::int > 0 then subject::uuid end as payment_id,
                case when (data->>'amount')::int = 0 then split_part(subject, ' ', 2)::uuid end as student_id
    ), lasting as (
      select * from past
       where exists (select from ${enrollments} e where e.payment_id = past.payment_id)
          or exists (select from ${enrollments} e
                      where e.user_id = past.student_id and e.class_id = (past.data->>'classId')::uuid
                        and e.payment_id is null)
    ), by_class as (
      select user_id, day, data->>'title' as title, coalesce(data->>'currency', 'usd') as currency, count(*) as count,
             sum((data->>'amount')::int) as amount
        from lasting group by 1, 2, 3, 4
    )
    insert into ${notifications} (user_id, kind, subject, data, listed)
    select user_id, 'sales digest', day::text,
           jsonb_build_object('day', day, 'currency', max(currency), 'sales', jsonb_agg(
             jsonb_build_object('title', title, 'count', count, 'amount', amount, 'currency', currency)
             order by count desc, title, currency)), false
      from by_class group by user_id, day
    on conflict do nothing`);
};
