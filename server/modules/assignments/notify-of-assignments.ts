import { sql } from 'drizzle-orm';
import { announce } from '../../database/announce.ts';
import type { Queryable, Transaction } from '../../database/client.ts';
import {
  assignments,
  classes,
  enrollments,
  notifications,
  submissions,
  users,
} from '../../database/schema.ts';
import { notificationsTopic } from '../../database/topics.ts';
import { claimOncePerHour } from '../../http/claim-once.ts';
import { notifyStudents } from '../notifications/notify.ts';
import { passMarksOf } from '../certificates/pass-marks.ts';

const ASSIGNMENT_FACTS = sql`jsonb_build_object('assignment', a.title, 'date', a.due_date, 'timeZone', a.time_zone)`;

/** Notifies the students of a class of its new assignment. */
export const notifyOfAssignment = (trx: Transaction, assignmentId: string): Promise<void> =>
  notifyStudents(trx, 'new assignment', {
    subject: sql`a.id::text`,
    from: sql`join ${assignments} a on a.class_id = c.id where a.id = ${assignmentId}`,
    data: ASSIGNMENT_FACTS,
  });

/** Corrects the title and the deadline in the notifications of an assignment that has changed before they were emailed. */
export const correctNotifications = async (trx: Transaction, assignmentId: string): Promise<void> => {
  await trx.execute(sql`
    update ${notifications} n set data = n.data || ${ASSIGNMENT_FACTS}
      from ${assignments} a join ${enrollments} e on e.class_id = a.class_id
     where a.id = ${assignmentId} and n.user_id = e.user_id and n.kind = 'new assignment' and n.subject = a.id::text
       and n.email in ('waiting', 'queued', 'failed')`);
};

/**
 * Reminds students without a submission of deadlines in less than 48 hours. Assignments that were created later than
 * that cause no reminder, because their students have only just been notified.
 * @param now for tests. Default: the database's clock
 */
export const notifyOfDeadlines = (db: Queryable, now?: Date): Promise<void> => {
  const at = now ? sql`${now.toISOString()}::timestamptz` : sql`now()`;
  return notifyStudents(db, 'deadline near', {
    subject: sql`a.id || ' ' || a.due_date`,
    from: sql`join ${assignments} a on a.class_id = c.id
      where a.due_at > ${at} and a.due_at <= ${at} + interval '48 hours'
        and a.created_at <= a.due_at - interval '48 hours'
        and not exists (select from ${submissions} s where s.assignment_id = a.id and s.user_id = e.user_id)`,
    data: ASSIGNMENT_FACTS,
  });
};

const SUBMISSION = sql`
  select s.*, a.title as assignment, a.marks as out_of, ${passMarksOf(sql`a`)} as pass_marks,
         c.id as class_id, c.title, c.teacher_id, u.name as student
    from ${submissions} s join ${assignments} a on a.id = s.assignment_id
    join ${classes} c on c.id = a.class_id join ${users} u on u.id = s.user_id`;
const SUBMISSION_FACTS = sql`jsonb_build_object('classId', class_id, 'title', title, 'assignment', assignment)`;

/**
 * Confirms each submission to the student, and notifies the teacher of the first one.
 * @param wasGraded whether it replaces a graded one: then the teacher is notified again
 */
export const notifyOfSubmission = async (
  trx: Transaction,
  submissionId: string,
  wasGraded: boolean,
): Promise<void> => {
  if (wasGraded) {
    await trx.execute(sql`
      delete from ${notifications} where kind = 'submission received' and subject = ${submissionId}`);
    // Corrected marks of the work that is replaced are not sent any more.
    await trx.execute(sql`
      update ${notifications} set email = 'none' where email = 'collected' and kind = 'submission graded'
         and starts_with(subject, ${submissionId}::text)`);
  }
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
 * If it has been, the next one is sent an hour after the last correction.
 */
export const notifyOfMarks = async (trx: Transaction, submissionId: string): Promise<void> => {
  const found = await trx.execute<{ work: string }>(sql`
    select id || ' ' || submitted_at as work from ${submissions} where id = ${submissionId}`);
  // Replaced work keeps the id of the submission. Its marks are no correction, so they are emailed at once.
  const { work } = found.rows[0]!;
  const isEmailed = await claimOncePerHour(trx, `submission graded ${work}`);
  const { rows } = await trx.execute<{ user_id: string }>(sql`
    with graded as (
      select w.user_id, w.id, marked_at, ${SUBMISSION_FACTS}
             || jsonb_build_object('marks', marks, 'outOf', out_of, 'passMarks', pass_marks, 'comment', comment) as facts
        from (${SUBMISSION} where s.id = ${submissionId}) w
       where exists (select from ${enrollments} e where e.user_id = w.user_id and e.class_id = w.class_id)
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
      select user_id, 'submission graded', ${work}::text || ' ' || marked_at, facts,
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
