import { type SQL, sql } from 'drizzle-orm';
import type { NotificationKind } from '#contract/notifications.ts';
import type { Queryable } from '../../database/client.ts';
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

/** The assignment is still there, with the same deadline where the subject names it, and its student still enrolled. */
const HAS_ASSIGNMENT = sql`exists (
  select from ${assignments} a join ${enrollments} e on e.class_id = a.class_id and e.user_id = n.user_id
   where a.class_id = (n.data->>'classId')::uuid and n.subject in (a.id::text, a.id || ' ' || a.due_date))`;

const HAS_NO_SUBMISSION = sql`not exists (
  select from ${submissions} s join ${assignments} a on a.id = s.assignment_id
   where a.class_id = (n.data->>'classId')::uuid and s.user_id = n.user_id)`;

/** The seat is still reserved: not taken, given up or offered again. */
const HAS_SEAT = sql`exists (
  select from ${waitingList} w where w.class_id = (n.data->>'classId')::uuid and w.user_id = n.user_id
     and starts_with(n.subject, w.id || ' ') and w.kept_until is not null)`;

/** SQL: what must still be the case for an email of a kind to be sent. `n` is the notification. */
const CONDITIONS: Partial<Record<NotificationKind, SQL>> = {
  'new assignment': HAS_ASSIGNMENT,
  'deadline near': sql`${HAS_ASSIGNMENT} and ${HAS_NO_SUBMISSION}`,
  'seat free': HAS_SEAT,
  dispute: IS_ADMIN,
  attention: IS_ADMIN,
};

/**
 * Whether an email is still to be sent: its deadline has not passed, and its condition holds. It may have waited for days,
 * because there was no mail server, or because it was unreachable.
 */
export const isStillDue = async (db: Queryable, { id, kind, data }: Due): Promise<boolean> => {
  const { deadline } = describeNotification(kind, data);
  if (deadline && deadline <= new Date()) return false;
  const condition = CONDITIONS[kind];
  if (!condition) return true;
  const { rows } = await db.execute(sql`select from ${notifications} n where n.id = ${id} and ${condition}`);
  return rows.length > 0;
};
