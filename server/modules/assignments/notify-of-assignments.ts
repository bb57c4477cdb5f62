import { sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../database/client.ts';
import { isGraded } from '../../database/is-graded.ts';
import {
  assignments,
  classes,
  enrollments,
  notifications,
  submissions,
  users,
} from '../../database/schema.ts';
import { dropCorrections, notifyOrCorrectMarks } from '../notifications/corrections.ts';
import { correctDeadlines, notifyOfEarlierDeadline } from '../notifications/moved-deadlines.ts';
import { deleteNotificationsAbout } from '../notifications/notifications.repository.ts';
import { notifyFrom, notifyStudents } from '../notifications/notify.ts';
import { neededMarks, passMarksOf } from '../certificates/pass-marks.ts';

const ASSIGNMENT_FACTS = sql`jsonb_build_object('assignment', a.title, 'date', a.due_date, 'timeZone', a.time_zone)`;

/** Notifies the students of a class of its new assignment. */
export const notifyOfAssignment = (trx: Transaction, assignmentId: string): Promise<void> =>
  notifyStudents(trx, 'new assignment', {
    subject: sql`a.id::text`,
    from: sql`join ${assignments} a on a.class_id = c.id where a.id = ${assignmentId}`,
    data: ASSIGNMENT_FACTS,
  });

/**
 * Corrects the title and the deadline in the notifications of an assignment that has changed. Students who have not passed
 * it yet are notified of an earlier deadline, unless the email that tells them the deadline has not been sent yet.
 * @param previousDueAt the deadline before the change
 */
export const notifyOfChange = async (
  trx: Transaction,
  assignmentId: string,
  previousDueAt: Date,
): Promise<void> => {
  const previous = previousDueAt.toISOString();
  const needed = neededMarks(passMarksOf(sql`a`), sql`e.user_id`, sql`a.class_id`);
  // This locks the users, which has to come before their notifications, as in the deletion of an account.
  await notifyOfEarlierDeadline(
    trx,
    sql`
    select e.user_id, a.id::text, jsonb_build_object('classId', c.id, 'title', c.title, 'previousDueAt', ${previous}::text)
           || ${ASSIGNMENT_FACTS}
      from ${assignments} a join ${classes} c on c.id = a.class_id join ${enrollments} e on e.class_id = a.class_id
      join ${users} u on u.id = e.user_id and u.deleted_at is null
     where a.id = ${assignmentId} and a.due_at < ${previous}::timestamptz
       and not exists (
         select from ${submissions} s where s.assignment_id = a.id and s.user_id = e.user_id and s.marks >= ${needed})`,
  );
  await correctDeadlines(
    trx,
    sql`
    select e.user_id, a.id::text, a.due_date, a.due_at, ${ASSIGNMENT_FACTS}
      from ${assignments} a join ${enrollments} e on e.class_id = a.class_id where a.id = ${assignmentId}`,
  );
};

/**
 * Reminds students without a submission of deadlines in less than 48 hours, in classes whose submissions are graded.
 * Assignments that were created later than that, and students who were notified of an earlier deadline later than that,
 * cause no reminder, because they have only just been notified.
 * @param now for tests. Default: the database's clock
 */
export const notifyOfDeadlines = (db: Queryable, now?: Date): Promise<void> => {
  const at = now ? sql`${now.toISOString()}::timestamptz` : sql`now()`;
  return notifyStudents(db, 'deadline near', {
    subject: sql`a.id || ' ' || a.due_date`,
    from: sql`join ${assignments} a on a.class_id = c.id
      where a.due_at > ${at} and a.due_at <= ${at} + interval '48 hours'
        and a.created_at <= a.due_at - interval '48 hours'
        and ${isGraded(sql`a.class_id`)}
        and not exists (select from ${submissions} s where s.assignment_id = a.id and s.user_id = e.user_id)
        and not exists (
          select from ${notifications} n where n.user_id = e.user_id and n.kind = 'deadline moved'
             and n.subject = a.id::text and n.created_at > a.due_at - interval '48 hours')`,
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
    await deleteNotificationsAbout(trx, [submissionId]);
    await dropCorrections(trx, submissionId);
  }
  await notifyFrom(
    trx,
    sql`
    with stored as (${SUBMISSION} where s.id = ${submissionId})
    select user_id, 'submission sent', id || ' ' || submitted_at,
           ${SUBMISSION_FACTS} || jsonb_build_object('late', late) from stored
    union all
    select teacher_id, 'submission received', id::text,
           ${SUBMISSION_FACTS} || jsonb_build_object('late', late, 'student', student) from stored`,
  );
};

/** Notifies a student of marks and comment, or of their correction, unless the student has left the class. */
export const notifyOfMarks = async (trx: Transaction, submissionId: string): Promise<void> => {
  const found = await trx.execute<{ work: string }>(sql`
    select id || ' ' || submitted_at as work from ${submissions} where id = ${submissionId}`);
  // Replaced work keeps the id of the submission. Its marks are no correction, so they are emailed at once.
  const { work } = found.rows[0]!;
  await notifyOrCorrectMarks(
    trx,
    work,
    sql`
    select user_id, ${work}::text || ' ' || marked_at, ${SUBMISSION_FACTS}
           || jsonb_build_object('marks', marks, 'outOf', out_of, 'passMarks', pass_marks, 'comment', comment)
      from (${SUBMISSION} where s.id = ${submissionId}) w
     where exists (select from ${enrollments} e where e.user_id = w.user_id and e.class_id = w.class_id)`,
  );
};
