import { sql } from 'drizzle-orm';
import { MAX_CLASSES_WITH_NEW_STUDENTS, NEW_STUDENT_DAYS, type TeachingSummary } from '#contract/teaching.ts';
import type { Queryable } from '../../database/client.ts';
import { classes, enrollments, users } from '../../database/schema.ts';

/**
 * Counts the active users who enrolled in a teacher's classes in the last days, and finds the classes with the most of
 * them.
 */
export const countNewStudents = async (
  db: Queryable,
  teacherId: string,
): Promise<TeachingSummary['newStudents']> => {
  const { rows } = await db.execute<TeachingSummary['newStudents']>(sql`
    with recent as materialized (
      select e.class_id, e.user_id, c.title from ${classes} c
        join ${enrollments} e on e.class_id = c.id
         and e.enrolled_at > now() - ${NEW_STUDENT_DAYS} * interval '1 day'
        join ${users} u on u.id = e.user_id and u.deleted_at is null
       where c.teacher_id = ${teacherId}
    ), most as (
      select class_id, title, count(*)::int as count from recent
       group by class_id, title order by count desc, class_id limit ${MAX_CLASSES_WITH_NEW_STUDENTS}
    )
    select (select count(distinct user_id)::int from recent) as count,
           (select coalesce(json_agg(json_build_object('_id', class_id, 'title', title, 'count', count)
                              order by count desc, class_id), '[]') from most) as classes`);
  return rows[0]!;
};
