import { type AnyColumn, type SQL, sql } from 'drizzle-orm';
import type { Learning } from '#contract/lessons.ts';
import { lessonProgress, lessons, sections } from '../../database/schema.ts';

/** A column or the value of a parameter. */
type Id = AnyColumn | SQL;

/**
 * The published lessons of a class, with a user's progress in them, as the table `placed`. `place` is a lesson's place in
 * the order, `last_place` that of the lesson opened last.
 */
export const placedLessons = (userId: Id, classId: Id): SQL => sql`(
  select ordered.*, max(ordered.place) filter (where ordered.seen_at = ordered.last_seen) over () as last_place
    from (
      select l.id, l.title, p.done_at, p.position, p.seen_at, max(p.seen_at) over () as last_seen,
             row_number() over (order by s.position, s.id, l.position, l.id) as place
        from ${sections} s
        join ${lessons} l on l.section_id = s.id and l.status = 'published'
        left join ${lessonProgress} p on p.lesson_id = l.id and p.user_id = ${userId}
       where s.class_id = ${classId}) ordered) placed`;

/**
 * Aggregates `placedLessons`. `resume` is the lesson opened last if it is not done, otherwise the next one that is not
 * done, then the first such one; once all are done, the first lesson.
 */
export const LEARNING = sql<Learning>`json_build_object(
  'lessons', count(*),
  'done', count(placed.done_at),
  'resume', (array_agg(json_build_object('_id', placed.id, 'title', placed.title) order by
    placed.done_at is not null, placed.done_at is null and placed.place < placed.last_place, placed.place))[1])`;

/** A user's progress in the published lessons of a class, as a subquery. Null if there are none. */
export const learningOf = (userId: Id, classId: Id): SQL<Learning | null> =>
  sql`(select ${LEARNING} from ${placedLessons(userId, classId)} having count(*) > 0)`;
