import { type SQL, sql } from 'drizzle-orm';
import { announce } from '../../database/announce.ts';
import type { Transaction } from '../../database/client.ts';
import { notifications } from '../../database/schema.ts';
import { NOTIFICATIONS } from '../../database/topics.ts';

/** SQL: whether an email waits for a server or for the end of corrections. */
const isUnsent = sql`n.email in ('collected', 'waiting', 'queued')`;

/**
 * Notifies students that the deadline of an assignment has become earlier. Those who have not been emailed the assignment
 * get the new deadline by that email, and the notification is unread again. The others have one notification per
 * assignment, which the next move replaces; its email is sent an hour after the last one.
 *
 * @param events a query of user_id, assignment_id (as a text) and data
 */
export const notifyOfEarlierDeadline = async (trx: Transaction, events: SQL): Promise<void> => {
  const { rows } = await trx.execute<{ is_told: boolean }>(sql`
    with told as materialized (
      select user_id, assignment_id, data from (${events}) as events (user_id, assignment_id, data)
    ), unsent as (
      update ${notifications} n set read_at = null, created_at = now()
        from told
       where n.user_id = told.user_id and n.kind = 'new assignment' and n.subject = told.assignment_id
         and n.email in ('waiting', 'queued')
      returning n.user_id
    ), moved as (
      insert into ${notifications} as n (user_id, kind, subject, data, email)
      select user_id, 'deadline moved', assignment_id, data, 'collected'
        from told where user_id not in (select user_id from unsent)
      on conflict (user_id, kind, subject) do update
         set data = excluded.data || case when ${isUnsent}
               then jsonb_build_object('previousDueAt', n.data->'previousDueAt') else '{}' end,
             created_at = now(), read_at = null, sent_at = null,
             email = case when n.email in ('waiting', 'queued') then n.email else 'collected' end
      returning n.user_id
    )
    select exists (select from unsent union all select from moved) as is_told`);
  // Only a new notification is announced by a trigger.
  if (rows[0]!.is_told) await announce(trx, NOTIFICATIONS);
};

/**
 * Corrects what notifications of an assignment say, sent or not. A reminder of another deadline is not shown, and a move
 * that has been undone before it was emailed is deleted.
 *
 * @param current a query of user_id, assignment_id (as a text), due_date, due_at, and data, which has the changed facts
 */
export const correctDeadlines = async (trx: Transaction, current: SQL): Promise<void> => {
  const assignment = sql`(${current}) as a (user_id, assignment_id, due_date, due_at, data)`;
  await trx.execute(sql`
    delete from ${notifications} n using ${assignment}
     where n.user_id = a.user_id and n.kind = 'deadline moved' and n.subject = a.assignment_id and ${isUnsent}
       and (n.data->>'previousDueAt')::timestamptz <= a.due_at`);
  await trx.execute(sql`
    update ${notifications} n
       set data = n.data || a.data,
           listed = n.kind <> 'deadline near' or n.subject = a.assignment_id || ' ' || a.due_date
      from ${assignment}
     where n.user_id = a.user_id and n.kind in ('new assignment', 'deadline near', 'deadline moved')
       and starts_with(n.subject, a.assignment_id)`);
};
