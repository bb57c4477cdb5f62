import { eq, sql } from 'drizzle-orm';
import { lockInTransaction, sharedLock } from '../../database/advisory-lock.ts';
import type { Transaction } from '../../database/client.ts';
import { isGraded } from '../../database/is-graded.ts';
import {
  assignments,
  certificates,
  classes,
  enrollments,
  lessonProgress,
  lessons,
  sections,
  submissions,
} from '../../database/schema.ts';
import { notifyOfCertificates } from './notify-of-certificates.ts';
import { passMarksOf } from './pass-marks.ts';

/**
 * The advisory lock of a class: shared for a change that concerns one student, exclusive for one that changes the
 * conditions for all.
 */
const lockOf = (classId: string): string => `certificates ${classId}`;

/** SQL: whether the student of an enrollment `e` has passed an assignment `a`. */
const hasPassed = sql`exists (
  select from ${submissions} w
   where w.assignment_id = a.id and w.user_id = e.user_id and w.marks >= ${passMarksOf(sql`a`)})`;

const publishedLessons = sql`
  select l.id from ${sections} s join ${lessons} l on l.section_id = s.id
   where s.class_id = e.class_id and l.status = 'published'`;

/**
 * Issues the certificates that students of a class have earned, and notifies them. One that corrected marks had withdrawn
 * is valid again under the present pass mark. An enrollment that ends meanwhile waits for the certificate and ends it too.
 */
const issue = async (trx: Transaction, classId: string, userId?: string): Promise<void> => {
  const { rows } = await trx.execute<{ id: string }>(sql`
    insert into ${certificates} (user_id, class_id, title, lessons, assignment, pass_marks)
    select e.user_id, e.class_id, c.title, published.count, a.title, ${passMarksOf(sql`a`)}
      from ${enrollments} e
      join ${classes} c on c.id = e.class_id
      left join ${assignments} a
        on a.class_id = e.class_id and (${isGraded(sql`a.class_id`)} or ${hasPassed})
      cross join (
        select count(*) from ${sections} s join ${lessons} l on l.section_id = s.id
         where s.class_id = ${classId} and l.status = 'published') published
     where e.class_id = ${classId} and ${userId === undefined ? sql`true` : sql`e.user_id = ${userId}`}
       and (a.id is not null or published.count > 0)
       and (a.id is null or ${hasPassed})
       and not exists (
             select from (${publishedLessons}) one
              where not exists (
                      select from ${lessonProgress} p
                       where p.lesson_id = one.id and p.user_id = e.user_id and p.done_at is not null))
       and not exists (
             select from ${certificates} k
              where k.user_id = e.user_id and k.class_id = e.class_id and k.failed_at is null)
       for key share of e
    on conflict (user_id, class_id) do update set failed_at = null, pass_marks = excluded.pass_marks
     where ${certificates}.failed_at is not null returning id`);
  await notifyOfCertificates(
    trx,
    rows.map(({ id }) => id),
  );
};

/**
 * Issues a student's certificate of a class if they have earned it and do not have it. Call it in the transaction that
 * meets a condition, after the change. If two transactions meet the last conditions at the same time, the later one
 * waits for the other and issues the certificate. It does nothing for a user who is not enrolled.
 */
export const issueToStudent = async (trx: Transaction, classId: string, userId: string): Promise<void> => {
  const { rows } = await trx.execute(sql`
    with class_lock as materialized (select ${sharedLock(lockOf(classId))})
    select e.id from class_lock, ${enrollments} e
     where e.user_id = ${userId} and e.class_id = ${classId} for update of e`);
  // Only a statement that starts after the lock was acquired sees the changes of the transactions that held it.
  if (rows.length > 0) await issue(trx, classId, userId);
};

/**
 * Issues the earned certificates of all students of a class. Call it in the transaction that removes a condition: an
 * unpublished or deleted lesson, or a lower pass mark.
 */
export const issueToStudents = async (trx: Transaction, classId: string): Promise<void> => {
  await lockInTransaction(trx, lockOf(classId));
  await issue(trx, classId);
};

/**
 * Issues the certificates that the students of a teacher have earned without the assignment, which nobody grades any more.
 * Call it in the transaction that deletes the teacher's account, after that.
 */
export const issueToStudentsOf = async (trx: Transaction, teacherId: string): Promise<void> => {
  const taught = await trx
    .select({ id: classes.id })
    .from(classes)
    .innerJoin(assignments, eq(assignments.classId, classes.id))
    .where(eq(classes.teacherId, teacherId))
    .orderBy(classes.id);
  for (const { id } of taught) await issueToStudents(trx, id);
};
