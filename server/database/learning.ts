import { type AnyColumn, type SQL, sql } from 'drizzle-orm';
import type { Learning } from '#contract/lessons.ts';
import { lessonProgress, lessons, sections } from './schema.ts';

/** A column or the value of a parameter. */
type Id = AnyColumn | SQL;

/**
 * The published lessons of a class, with a user's progress in them, as the table `placed`. `place` is a lesson's place in
 * the order, `last_place` that of the lesson opened last.
 */
export const placedLessons = (userId: Id, classId: Id): SQL => sql`(
  select ordered.*, max(ordered.place) filter (where ordered.is_last_seen) over () as last_place
    from (
      select l.id, l.title, p.done_at, p.position, p.seen_at, p.seen_at = max(p.seen_at) over () as is_last_seen,
             row_number() over (order by s.position, s.id, l.position, l.id) as place
        from ${sections} s
        join ${lessons} l on l.section_id = s.id and l.status = 'published'
        left join ${lessonProgress} p on p.lesson_id = l.id and p.user_id = ${userId}
       where s.class_id = ${classId}) ordered) placed`;

/**
 * The place of the lesson opened last if it is not done, otherwise that of the next one that is not done, then of the
 * first such one; once all are done, of the first lesson.
 */
const RESUME_PLACE = sql`coalesce(
  min(placed.place) filter (where placed.done_at is null and placed.place >= placed.last_place),
  min(placed.place) filter (where placed.done_at is null),
  1)`;

/** Aggregates `placedLessons`. `resume` is the lesson to continue with. JSON is built only for that one of them. */
export const LEARNING = sql<Learning>`json_build_object(
  'lessons', count(*),
  'done', count(placed.done_at),
  'resume', json_build_object(
    '_id', (array_agg(placed.id order by placed.place))[${RESUME_PLACE}],
    'title', (array_agg(placed.title order by placed.place))[${RESUME_PLACE}]))`;

/** A user's progress in the published lessons of a class, as a subquery. Null if there are none. */
export const learningOf = (userId: Id, classId: Id): SQL<Learning | null> =>
  sql`(select ${LEARNING} from ${placedLessons(userId, classId)} having count(*) > 0)`;
