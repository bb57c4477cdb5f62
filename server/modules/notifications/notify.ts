import { type SQL, sql } from 'drizzle-orm';
import type { NotificationKind } from '#contract/notifications.ts';
import { certificatePage } from '#contract/pages.ts';
import type { Queryable, Transaction } from '../../database/client.ts';
import {
  certificates,
  classes,
  enrollments,
  identityUsers,
  notifications,
  payments,
  users,
  waitingList,
} from '../../database/schema.ts';
import { notificationsTopic } from '../../database/topics.ts';
import { claimOncePerHour } from '../../http/claim-once.ts';
import { NOTIFICATIONS_KEPT } from './kept.ts';
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
      thread === undefined || (await claimOncePerHour(trx, `${event.kind} ${event.userId} ${thread}`));
    rows.push({ ...event, email: isEmailed ? 'waiting' : 'none' });
  }
  if (rows.length > 0) await trx.insert(notifications).values(rows).onConflictDoNothing();
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

/** Notifies all admins of an event, under the conditions of `notify`. */
export const notifyAdmins = async <Kind extends 'dispute' | 'attention'>(
  trx: Queryable,
  kind: Kind,
  subject: string,
  data: NotificationData[Kind],
): Promise<void> => {
  await trx.execute(sql`
    insert into ${notifications} (user_id, kind, subject, data)
    select id, ${kind}, ${subject}, ${JSON.stringify(data)}::jsonb from ${users}
     where role = 'admin' and deleted_at is null
    on conflict do nothing`);
};

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
const notifyStudents = async (
  trx: Queryable,
  kind: NotificationKind,
  { subject, from, data }: { subject: SQL; from: SQL; data: SQL },
): Promise<void> => {
  await trx.execute(sql`
    insert into ${notifications} (user_id, kind, subject, data)
    select e.user_id, ${kind}, ${subject}, jsonb_build_object('classId', c.id, 'title', c.title) || ${data}
      from ${enrollments} e join ${classes} c on c.id = e.class_id join ${users} u on u.id = e.user_id ${from}
       and u.deleted_at is null
    on conflict do nothing`);
};

const ASSIGNMENT_FACTS = sql`jsonb_build_object('assignment', a.title, 'date', a.due_date, 'timeZone', a.time_zone)`;

/** Notifies the students of a class of its new assignment. */
export const notifyOfAssignment = (trx: Transaction, assignmentId: string): Promise<void> =>
  notifyStudents(trx, 'new assignment', {
    subject: sql`a.id::text`,
    from: sql`join assignments a on a.class_id = c.id where a.id = ${assignmentId}`,
    data: ASSIGNMENT_FACTS,
  });

/**
 * Reminds students without a submission of deadlines in less than 48 hours. Assignments that were created later than
 * that cause no reminder, because their students have only just been notified.
 * @param now for tests. Default: the database's clock
 */
export const notifyOfDeadlines = (db: Queryable, now?: Date): Promise<void> => {
  const at = now ? sql`${now.toISOString()}::timestamptz` : sql`now()`;
  return notifyStudents(db, 'deadline near', {
    subject: sql`a.id || ' ' || a.due_date`,
    from: sql`join assignments a on a.class_id = c.id
      where a.due_at > ${at} and a.due_at <= ${at} + interval '48 hours'
        and a.created_at <= a.due_at - interval '48 hours'
        and not exists (select from submissions s where s.assignment_id = a.id and s.user_id = e.user_id)`,
    data: ASSIGNMENT_FACTS,
  });
};

const SUBMISSION = sql`
  select s.*, a.title as assignment, a.marks as out_of, c.id as class_id, c.title, c.teacher_id, u.name as student
    from submissions s join assignments a on a.id = s.assignment_id
    join ${classes} c on c.id = a.class_id join ${users} u on u.id = s.user_id`;
const SUBMISSION_FACTS = sql`jsonb_build_object('classId', class_id, 'title', title, 'assignment', assignment)`;

/** Confirms each submission to the student, and notifies the teacher of the first one. */
export const notifyOfSubmission = async (trx: Transaction, submissionId: string): Promise<void> => {
  await trx.execute(sql`
    with stored as (${SUBMISSION} where s.id = ${submissionId})
    insert into ${notifications} (user_id, kind, subject, data)
    select user_id, 'submission sent', id || ' ' || submitted_at,
           ${SUBMISSION_FACTS} || jsonb_build_object('late', late) from stored
    union all
    select teacher_id, 'submission received', id::text,
           ${SUBMISSION_FACTS} || jsonb_build_object('late', late, 'student', student) from stored
    on conflict do nothing`);
};

/**
 * Notifies a student of marks and comment, unless they have left the class. Those that are corrected within an hour after
 * an email replace the earlier ones in the notification, which is unread again, and in an email that has not been sent.
 */
export const notifyOfMarks = async (trx: Transaction, submissionId: string): Promise<void> => {
  const isEmailed = await claimOncePerHour(trx, `submission graded ${submissionId}`);
  const { rows } = await trx.execute<{ user_id: string }>(sql`
    with graded as (
      select w.user_id, w.id, marked_at, ${SUBMISSION_FACTS}
             || jsonb_build_object('marks', marks, 'outOf', out_of, 'comment', comment) as facts
        from (${SUBMISSION} where s.id = ${submissionId}) w
       where exists (select from ${enrollments} e where e.user_id = w.user_id and e.class_id = w.class_id)
    ), corrected as (
      update ${notifications} n set data = facts, created_at = now(), read_at = null
        from graded
       where not ${isEmailed}::boolean and n.id = (
               select earlier.id from ${notifications} earlier
                where earlier.user_id = graded.user_id and earlier.kind = 'submission graded'
                  and starts_with(earlier.subject, graded.id::text)
                order by earlier.created_at desc limit 1)
      returning n.user_id
    ), added as (
      insert into ${notifications} (user_id, kind, subject, data, email)
      select user_id, 'submission graded', id || ' ' || marked_at, facts,
             case when ${isEmailed}::boolean then 'waiting' else 'none' end
        from graded where not exists (select from corrected)
      on conflict do nothing
    )
    select user_id from corrected`);
  // Only a new notification is announced by a trigger.
  for (const { user_id } of rows)
    await trx.execute(sql`select pg_notify('catalogue', ${notificationsTopic(user_id)})`);
};

/** Notifies the students on the waiting lists of a teacher's hidden classes that the lists are closed. */
export const notifyOfClosedWaitingLists = async (trx: Queryable, teacherId: string): Promise<void> => {
  await trx.execute(sql`
    insert into ${notifications} (user_id, kind, subject, data)
    select w.user_id, 'waiting list closed', w.id::text, jsonb_build_object('classId', c.id, 'title', c.title)
      from ${waitingList} w join ${classes} c on c.id = w.class_id
     where c.teacher_id = ${teacherId} and c.hidden_at is not null
    on conflict do nothing`);
};

/** Notifies students of their new certificates. */
export const notifyOfCertificates = async (trx: Transaction, ids: string[]): Promise<void> => {
  if (ids.length === 0) return;
  await trx.execute(sql`
    insert into ${notifications} (user_id, kind, subject, data)
    select user_id, 'certificate', id::text,
           jsonb_build_object('classId', class_id, 'title', title, 'path', ${certificatePage('')}::text || code)
      from ${certificates} where id = any(${sql.param(ids)}::uuid[])
    on conflict do nothing`);
};

/**
 * Sends the buyer their receipt, which must have been issued, and notifies the teacher of the sale, by one statement.
 */
export const notifyOfPurchase = async (trx: Transaction, paymentId: string): Promise<void> => {
  await trx.execute(sql`
    with sold as (
      select p.id, p.user_id, p.amount, p.currency, d.number, c.id as class_id, c.title, c.teacher_id
        from ${payments} p join ${classes} c on c.id = p.class_id
        join accounting_documents d on d.payment_id = p.id and d.kind = 'receipt'
       where p.id = ${paymentId}
    )
    insert into ${notifications} (user_id, kind, subject, data, email)
    select user_id, 'receipt', id::text, jsonb_build_object('paymentId', id, 'classId', class_id, 'title', title,
           'amount', amount, 'currency', currency, 'receiptNumber', number), 'waiting' from sold
    union all
    select teacher_id, 'sale', id::text,
           jsonb_build_object('classId', class_id, 'title', title, 'amount', amount, 'currency', currency), 'collected' from sold
    on conflict do nothing`);
};

/**
 * Notifies the payer of each refund of a payment that succeeded or that the bank rejected, and the admins of each that
 * failed. Of refunds that the provider refused to make, the payer gets one notification, however often they are
 * requested. Call it where refunds change; it does not repeat notifications. Refunds whose notification may have been
 * deleted are left out.
 */
export const notifyOfRefunds = async (trx: Transaction, paymentId: string): Promise<void> => {
  await trx.execute(sql`
    with over as (
      select r.id, r.status, r.reason, r.amount, r.failure_reason, p.currency, p.id as payment_id, p.user_id, c.title,
             r.status <> 'succeeded' and r.provider_id is null as refused
        from refunds r join ${payments} p on p.id = r.payment_id join ${classes} c on c.id = p.class_id
       where p.id = ${paymentId}
         and (r.status = 'succeeded' or (r.status in ('failed', 'canceled') and r.resolved_at is null))
         and coalesce(r.failed_at, r.created_at) > now() - ${NOTIFICATIONS_KEPT}
    )
    insert into ${notifications} (user_id, kind, subject, data)
    select user_id, case status when 'succeeded' then 'refund' else 'refund failed' end, id::text,
           jsonb_build_object('paymentId', payment_id, 'title', title, 'amount', amount, 'currency', currency,
           'reason', reason) || case when refused then '{"refused": true}'::jsonb else '{}' end
      from over
     where not refused or not exists (
       select from ${notifications} n where n.user_id = over.user_id and n.kind = 'refund failed'
          and n.data->>'paymentId' = payment_id::text)
    union all
    select u.id, 'attention', 'refund failed ' || over.id,
           jsonb_build_object('what', 'A refund for "' || title || '" failed'
             || coalesce(': ' || failure_reason, ''), 'todo', 'Try it again, or pay it back by other means.')
      from over, ${users} u where over.status <> 'succeeded' and u.role = 'admin' and u.deleted_at is null
    on conflict do nothing`);
};
