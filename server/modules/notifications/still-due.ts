import { type SQL, sql } from 'drizzle-orm';
import type { NotificationKind } from '#contract/notifications.ts';
import type { Queryable } from '../../database/client.ts';
import { isGraded } from '../../database/is-graded.ts';
import {
  assignments,
  enrollments,
  notifications,
  submissions,
  users,
  waitingList,
} from '../../database/schema.ts';
import { describeNotification } from './notification-texts.ts';
import type { Due } from './outbox.repository.ts';

const IS_ADMIN = sql`exists (select from ${users} u where u.id = n.user_id and u.role = 'admin')`;

const IS_ENROLLED = sql`exists (
  select from ${enrollments} e where e.class_id = (n.data->>'classId')::uuid and e.user_id = n.user_id)`;

/**
 * The assignment is still there, graded and not due yet, and its student still enrolled. Its deadline may have been moved.
 */
const HAS_ASSIGNMENT = sql`exists (
  select from ${assignments} a join ${enrollments} e on e.class_id = a.class_id and e.user_id = n.user_id
   where a.class_id = (n.data->>'classId')::uuid and a.due_at > now() and n.subject in (a.id::text, a.id || ' ' || a.due_date)
     and ${isGraded(sql`a.class_id`)})`;

const HAS_NO_SUBMISSION = sql`not exists (
  select from ${submissions} s join ${assignments} a on a.id = s.assignment_id
   where a.class_id = (n.data->>'classId')::uuid and s.user_id = n.user_id)`;

/** The seat is still reserved until the moment that the email names: not taken, given up or offered again. */
const HAS_SEAT = sql`exists (
  select from ${waitingList} w where w.class_id = (n.data->>'classId')::uuid and w.user_id = n.user_id
     and w.kept_until > now()
     and date_trunc('milliseconds', w.kept_until) = date_trunc('milliseconds', (n.data->>'keptUntil')::timestamptz))`;

/** SQL: what must still be the case for an email of a kind to be sent. `n` is the notification. */
const CONDITIONS: Partial<Record<NotificationKind, SQL>> = {
  announcement: IS_ENROLLED,
  'new assignment': HAS_ASSIGNMENT,
  'deadline moved': HAS_ASSIGNMENT,
  'deadline near': sql`${HAS_ASSIGNMENT} and ${HAS_NO_SUBMISSION}`,
  'seat free': HAS_SEAT,
  dispute: IS_ADMIN,
  attention: IS_ADMIN,
};

/**
 * Whether an email is still to be sent: its condition holds, which includes a deadline that can be moved, or its deadline
 * has not passed. It may have waited for days, because there was no mail server, or because it was unreachable.
 */
export const isStillDue = async (db: Queryable, { id, kind, data }: Due): Promise<boolean> => {
  const condition = CONDITIONS[kind];
  if (!condition) {
    const { deadline } = describeNotification(kind, data);
    return !deadline || deadline > new Date();
  }
  const { rows } = await db.execute(sql`select from ${notifications} n where n.id = ${id} and ${condition}`);
  return rows.length > 0;
};
