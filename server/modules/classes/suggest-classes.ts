import { sql } from 'drizzle-orm';
import { MAX_SUGGESTIONS } from '#contract/suggestions.ts';
import type { Queryable } from '../../database/client.ts';
import { classes, enrollments, isPublished } from '../../database/schema.ts';
import { type ClassRow, classColumns, joinClassDetails } from './classes.repository.ts';
import { isOneOf } from './search-words.ts';
import { hasUntakenSeats, seatsLeft } from './seats.ts';

/** Of how many classes the seats that are held or reserved are counted, in each category and overall. */
const CANDIDATES = 50;

/**
 * The published classes that are suggested to a user, best first: those of the categories of their classes, then all
 * others, each with the most enrollments first. Classes that they teach or are enrolled in and full ones are omitted.
 */
export const suggestClasses = async (db: Queryable, userId: string): Promise<ClassRow[]> => {
  const isNew = sql`${classes.teacherId} <> ${userId} and ${hasUntakenSeats} is not false and not exists (
    select from ${enrollments} where ${enrollments.classId} = ${classes.id} and ${enrollments.userId} = ${userId})`;
  const popular = sql`order by ${classes.enroll} desc, ${classes.id} desc limit ${CANDIDATES}`;
  const { rows } = await db.execute<{ id: string }>(sql`
    with own as materialized (
      select distinct c.category from ${enrollments} e join ${classes} c on c.id = e.class_id
       where e.user_id = ${userId} and c.category is not null
    ), candidates as materialized (
      (select fitting.id, 0 as rank from own cross join lateral (
         select ${classes.id} from ${classes}
          where ${isPublished(classes)} and ${classes.category} = own.category and ${isNew} ${popular}) fitting)
      union all
      (select ${classes.id}, 1 from ${classes} where ${isPublished(classes)} and ${isNew} ${popular})
    )
    select ${classes.id} from ${classes}
      join (select id, min(rank) as rank from candidates group by id) candidate on candidate.id = ${classes.id}
     where ${seatsLeft} is distinct from 0
     order by candidate.rank, ${classes.enroll} desc, ${classes.id} desc limit ${MAX_SUGGESTIONS}`);
  const ids = rows.map(({ id }) => id);
  const found = await joinClassDetails(db.select(classColumns).from(classes).$dynamic()).where(isOneOf(ids));
  return found.sort((one, other) => ids.indexOf(one.class.id) - ids.indexOf(other.class.id));
};
