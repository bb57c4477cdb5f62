import { and, count, eq, inArray, isNull, notInArray, or, sql } from 'drizzle-orm';
import type { EmailTopic, NotificationQuery } from '#contract/notifications.ts';
import type { ChangedPreferences } from '#contract/email-preferences.ts';
import { announce } from '../../database/announce.ts';
import type { Queryable, Transaction } from '../../database/client.ts';
import { createList, type List } from '../../database/list.ts';
import { byAge } from '../../database/paging.ts';
import { notificationsTopic } from '../../database/topics.ts';
import {
  classes,
  emailPreferences,
  enrollments,
  NAMING_AUTHORS,
  notifications,
  users,
} from '../../database/schema.ts';
import { hasCurrentMarks } from './current-marks.ts';
import { ADMIN_KINDS } from './email-rules.ts';
import { hasKnownKind } from './known-kinds.ts';

/** The notifications that a user may read: what is for admins only, as long as they are one. */
export const isReadableBy = (userId: string) =>
  and(
    eq(notifications.userId, userId),
    or(
      notInArray(notifications.kind, [...ADMIN_KINDS]),
      sql`exists (select from ${users} u where u.id = ${userId} and u.role = 'admin')`,
    ),
  )!;

/** The notifications that a user sees in the product. */
const shownTo = (userId: string) =>
  and(isReadableBy(userId), notifications.listed, hasKnownKind(notifications));

const selectNotifications = (db: Queryable) => db.select().from(notifications).$dynamic();

export type NotificationRow = Awaited<ReturnType<typeof selectNotifications>>[number];

/**
 * The notifications that a user sees in the product, newest first: all, or those of some kinds or of the last days, without
 * outdated marks if `current` is set.
 */
export const listNotifications = (
  db: Queryable,
  userId: string,
  { sort = 'newest', kinds, days, current }: NotificationQuery,
): List<NotificationRow> =>
  createList({
    db,
    id: notifications.id,
    order: { newest: byAge(notifications.createdAt).newest }[sort],
    matching: and(
      shownTo(userId),
      kinds && inArray(notifications.kind, kinds),
      days === undefined ? undefined : sql`${notifications.createdAt} > now() - ${days} * interval '1 day'`,
      current && hasCurrentMarks,
    ),
    rows: () => selectNotifications(db),
    select: (columns) => db.select(columns).from(notifications).$dynamic(),
    idOf: ({ id }) => id,
  });

const unreadOf = (userId: string) => and(shownTo(userId), isNull(notifications.readAt));

/** The number of a user's unread notifications. */
export const countUnread = async (db: Queryable, userId: string): Promise<number> => {
  const [row] = await db.select({ count: count() }).from(notifications).where(unreadOf(userId));
  return row!.count;
};

/** Marks a user's notifications as read: the given ones, or all. @returns how many were unread */
export const markRead = async (db: Queryable, userId: string, ids?: string[]): Promise<number> => {
  const { rowCount } = await db
    .update(notifications)
    .set({ readAt: sql`now()` })
    .where(and(unreadOf(userId), ids && inArray(notifications.id, ids)));
  // The user may have the site open elsewhere, on another server.
  if (rowCount) await announce(db, notificationsTopic(userId));
  return rowCount ?? 0;
};

/** The topics for which a user has turned emails off. */
export const findMuted = async (db: Queryable, userId: string): Promise<EmailTopic[]> => {
  const [row] = await db.select().from(emailPreferences).where(eq(emailPreferences.id, userId));
  return row?.muted ?? [];
};

/** Sets the topics for which an active user has turned emails off. With `seen`, applies only the differences from it. */
export const setMuted = async (
  db: Queryable,
  userId: string,
  { muted, seen }: ChangedPreferences,
): Promise<void> => {
  const off = sql`${sql.param(muted)}::text[]`;
  const before = sql`${sql.param(seen)}::text[]`;
  const stored = sql`${emailPreferences}.muted`;
  const turnedOff = sql`(select unnest(${off}) except select unnest(${before}))`;
  const turnedOn = sql`(select unnest(${before}) except select unnest(${off}))`;
  const next =
    seen === undefined ? off : sql`array((select unnest(${stored}) union ${turnedOff}) except ${turnedOn})`;
  await db.execute(sql`
    insert into ${emailPreferences} (user_id, muted)
    select id, ${off} from users where id = ${userId} and deleted_at is null
    on conflict (user_id) do update set muted = ${next}`);
};

/**
 * Deletes other users' notifications about what is hidden, about a deleted reply, or whose author's data is deleted. Those
 * about a deleted submission, question, answer or announcement go with it (`delete_notifications_about`).
 * @param kinds default: all that quote or name an author
 */
export const deleteNotificationsAbout = async (
  trx: Transaction,
  ids: string[],
  kinds: readonly (typeof NAMING_AUTHORS)[number][] = NAMING_AUTHORS,
): Promise<void> => {
  if (ids.length === 0) return;
  await trx
    .delete(notifications)
    .where(and(inArray(notifications.kind, kinds), inArray(notifications.subject, ids)));
};

/** Kinds about an assignment that is to be submitted. */
const ABOUT_DEADLINES = ['new assignment', 'deadline near', 'deadline moved'] as const;
/** Kinds about a class that are of no use to somebody who cannot open it any more. */
const STUDENTS_ONLY = ['announcement', ...ABOUT_DEADLINES] as const;

/** Deletes a user's notifications of announcements and deadlines in a class, after their enrollment has ended. */
export const deleteNotificationsOfStudent = async (
  trx: Transaction,
  { userId, classId }: { userId: string; classId: string },
): Promise<void> => {
  await trx
    .delete(notifications)
    .where(
      and(
        eq(notifications.userId, userId),
        inArray(notifications.kind, [...STUDENTS_ONLY]),
        sql`${notifications.data}->>'classId' = ${classId}`,
      ),
    );
};

/** Stops showing assignments and deadlines in the classes of a deleted teacher, in which nothing can be submitted any more. */
export const endDeadlinesOfTeacher = async (trx: Transaction, teacherId: string): Promise<void> => {
  const ofStudents = trx
    .select({ userId: enrollments.userId, classId: sql`${enrollments.classId}::text` })
    .from(enrollments)
    .innerJoin(classes, eq(classes.id, enrollments.classId))
    .where(eq(classes.teacherId, teacherId));
  await trx
    .update(notifications)
    .set({ listed: false })
    .where(
      and(
        inArray(notifications.kind, [...ABOUT_DEADLINES]),
        sql`(${notifications.userId}, ${notifications.data}->>'classId') in ${ofStudents}`,
      ),
    );
};

/** Deletes a user's notifications and preferences. Unsent emails are not sent. */
export const deleteNotificationsOf = async (trx: Transaction, userId: string): Promise<void> => {
  await trx.delete(notifications).where(eq(notifications.userId, userId));
  await trx.delete(emailPreferences).where(eq(emailPreferences.id, userId));
};
