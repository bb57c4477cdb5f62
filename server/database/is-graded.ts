import { type SQL, sql } from 'drizzle-orm';
import { classes, users } from './schema.ts';

/** SQL: whether submissions in a class are graded, given its id: its teacher has not deleted their account. */
export const isGraded = (classId: SQL): SQL<boolean> =>
  sql<boolean>`exists (
    select from ${classes} c join ${users} t on t.id = c.teacher_id
     where c.id = ${classId} and t.deleted_at is null)`;
