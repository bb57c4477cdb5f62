import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { announce } from '../../database/announce.ts';
import type { Queryable, Transaction } from '../../database/client.ts';
import { enrollments, type NAMING_AUTHORS, notifications } from '../../database/schema.ts';
import { notificationsTopic } from '../../database/topics.ts';
import { claimOncePerHour } from '../../http/claim-per-hour.ts';

/** Corrects what notifications quote, whether they have been emailed or not, after its author has changed it. */
export const correctQuotes = async (
  trx: Transaction,
  subject: string,
  kinds: readonly (typeof NAMING_AUTHORS)[number][],
  quoted: { text: string; rating?: number },
): Promise<void> => {
  await trx
    .update(notifications)
    .set({ data: sql`${notifications.data} || ${JSON.stringify(quoted)}::jsonb` })
    .where(and(inArray(notifications.kind, kinds), eq(notifications.subject, subject)));
};

/**
 * Notifies a student of marks. Marks that are corrected within an hour after an email replace the earlier ones in the
 * notification, which is unread again, and in an email that has not been sent. If it has been, the next one is sent an
 * hour after the last correction.
 *
 * @param work names the graded work. The subjects start with it
 * @param events a query of user_id, subject and data
 */
export const notifyOrCorrectMarks = async (trx: Transaction, work: string, events: SQL): Promise<void> => {
  const isEmailed = await claimOncePerHour(trx, `submission graded ${work}`);
  const { rows } = await trx.execute<{ user_id: string }>(sql`
    with graded as (
      select user_id, subject, facts from (${events}) as events (user_id, subject, facts)
    ), corrected as (
      update ${notifications} n
         set data = facts, created_at = now(), read_at = null, sent_at = null,
             email = case when n.email in ('waiting', 'queued') then n.email else 'collected' end
        from graded
       where not ${isEmailed}::boolean and n.id = (
               select earlier.id from ${notifications} earlier
                where earlier.user_id = graded.user_id and earlier.kind = 'submission graded'
                  and starts_with(earlier.subject, ${work}::text)
                order by earlier.created_at desc limit 1)
      returning n.user_id
    ), added as (
      insert into ${notifications} (user_id, kind, subject, data, email)
      select user_id, 'submission graded', subject, facts,
             case when ${isEmailed}::boolean then 'waiting' else 'collected' end
        from graded where not exists (select from corrected)
      on conflict do nothing
    ), outdated as (
      update ${notifications} n set email = 'none'
        from graded
       where ${isEmailed}::boolean and n.email = 'collected' and n.user_id = graded.user_id
         and n.kind = 'submission graded' and starts_with(n.subject, ${work}::text)
    )
    select user_id from corrected`);
  // Only a new notification is announced by a trigger.
  for (const { user_id } of rows) await announce(trx, notificationsTopic(user_id));
};

/** Gives up emails with corrected marks that have not been sent, because the work has been replaced. */
export const dropCorrections = async (trx: Transaction, submissionId: string): Promise<void> => {
  await trx.execute(sql`
    update ${notifications} set email = 'none' where email = 'collected' and kind = 'submission graded'
       and starts_with(subject, ${submissionId}::text)`);
};

/**
 * Sends what was corrected after its email, once it has been the same for an hour: marks, and deadlines that became
 * earlier.
 */
export const sendCorrections = async (db: Queryable): Promise<void> => {
  await db.execute(sql`
    update ${notifications} n
       set email = case when exists (
             select from ${enrollments} e where e.user_id = n.user_id and e.class_id = (n.data->>'classId')::uuid)
           then 'waiting' else 'none' end
     where email = 'collected' and kind in ('submission graded', 'new assignment', 'deadline moved')
       and created_at < now() - interval '1 hour'`);
};
