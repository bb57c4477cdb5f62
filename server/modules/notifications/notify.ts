import { type SQL, sql } from 'drizzle-orm';
import type { NotificationKind } from '#contract/notifications.ts';
import type { Queryable, Transaction } from '../../database/client.ts';
import { isClaimed } from '../../database/is-claimed.ts';
import { classes, enrollments, identityUsers, notifications, users } from '../../database/schema.ts';
import { claimOncePerHour } from '../../http/claim-per-hour.ts';
import { type ADMIN_KINDS, PRODUCT_ONLY } from './email-rules.ts';
import type { NewNotification, NotificationData } from './notification-data.ts';

/**
 * Notifies users of an event, in the product and by email. Call it in the transaction that causes the event, so that
 * users are notified if and only if it happened. A second call for the same user, kind and subject does nothing.
 *
 * @param trx the transaction of the event
 * @param events the recipients and facts; `NotificationData` has the facts of each kind
 */
export const notify = async (trx: Transaction, events: NewNotification[]): Promise<void> => {
  const rows: (typeof notifications.$inferInsert)[] = [];
  for (const { thread, ...event } of events) {
    const isEmailed =
      !PRODUCT_ONLY.includes(event.kind) &&
      (thread === undefined || (await claimOncePerHour(trx, `${event.kind} ${event.userId} ${thread}`)));
    rows.push({ ...event, email: isEmailed ? 'waiting' : 'none' });
  }
  if (rows.length > 0) await trx.insert(notifications).values(rows).onConflictDoNothing();
};

/**
 * Notifies the users that a query selects, under the conditions of `notify`. Sales are emailed as a daily digest.
 *
 * @param events a query of user_id, kind, subject and data
 */
export const notifyFrom = async (trx: Queryable, events: SQL): Promise<void> => {
  await trx.execute(sql`
    insert into ${notifications} (user_id, kind, subject, data, email)
    select user_id, kind, subject, data, case
           when kind = 'sale' then 'collected'
           when kind = any(${sql.param([...PRODUCT_ONLY])}::text[]) then 'none'
           else 'waiting' end
      from (${events}) as events (user_id, kind, subject, data)
    on conflict do nothing`);
};

/**
 * Welcomes a new user. An unconfirmed address gets no email: it already gets the confirmation link, and may be a
 * stranger's.
 */
export const welcome = async (trx: Transaction, userId: string): Promise<void> => {
  await trx.execute(sql`
    insert into ${notifications} (user_id, kind, subject, email)
    select u.id, 'welcome', u.id::text, case when i.email_verified then 'waiting' else 'none' end
      from ${users} u join ${identityUsers} i on i.id = u.identity_id where u.id = ${userId}
    on conflict do nothing`);
};

/**
 * SQL: the ids of the admins to notify, as a table. One whose account nobody has claimed is not notified, because the
 * address may be mistyped.
 */
export const adminsToNotify = sql`(
  select ${users.id} from ${users} join ${identityUsers} on ${identityUsers.id} = ${users.identityId}
   where ${users.role} = 'admin' and ${users.deletedAt} is null and ${isClaimed})`;

/** Notifies all admins of an event, under the conditions of `notify`. */
export const notifyAdmins = <Kind extends (typeof ADMIN_KINDS)[number]>(
  trx: Queryable,
  kind: Kind,
  subject: string,
  data: NotificationData[Kind],
): Promise<void> =>
  notifyFrom(
    trx,
    sql`select admin.id, ${kind}::text, ${subject}::text, ${JSON.stringify(data)}::jsonb from ${adminsToNotify} admin`,
  );

/** Notifies all admins of undeliverable emails, at most once a day. */
export const notifyOfUndelivered = (trx: Transaction): Promise<void> =>
  notifyAdmins(trx, 'attention', `undelivered emails ${new Date().toISOString().slice(0, 10)}`, {
    what: 'At least one email could not be delivered, and will not be retried automatically.',
    todo: 'Find the reason under Undelivered Emails, and retry once it is resolved.',
    about: 'emails',
  });

/**
 * Notifies every student of a class of an event. `data` is a JSON object in SQL, which can refer to the class as `c`.
 */
export const notifyStudents = (
  trx: Queryable,
  kind: NotificationKind,
  { subject, from, data }: { subject: SQL; from: SQL; data: SQL },
): Promise<void> =>
  notifyFrom(
    trx,
    sql`
    select e.user_id, ${kind}::text, ${subject}, jsonb_build_object('classId', c.id, 'title', c.title) || ${data}
      from ${enrollments} e join ${classes} c on c.id = e.class_id join ${users} u on u.id = e.user_id ${from}
       and u.deleted_at is null`,
  );
