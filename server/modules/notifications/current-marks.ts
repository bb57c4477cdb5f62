import { type SQL, sql } from 'drizzle-orm';
import { notifications, submissions } from '../../database/schema.ts';

/**
 * Leaves out notifications of marks that no longer count: the student has submitted again, the assignment is gone, or a later
 * notification has the marks. Their subjects start with the id of the submission.
 */
export const hasCurrentMarks: SQL = sql`(${notifications.kind} <> 'submission graded' or (
  exists (
    select from ${submissions} s
     where s.user_id = ${notifications.userId} and s.id::text = split_part(${notifications.subject}, ' ', 1)
       and s.marks = (${notifications.data}->>'marks')::int)
  and not exists (
    select from ${notifications} later
     where later.user_id = ${notifications.userId} and later.kind = 'submission graded'
       and split_part(later.subject, ' ', 1) = split_part(${notifications.subject}, ' ', 1)
       and later.created_at > ${notifications.createdAt})))`;
