import { sql } from 'drizzle-orm';
import type { Transaction } from '../../database/client.ts';
import { classes, lessonNotes, lessonProgress, lessons, posts, sections } from '../../database/schema.ts';

/**
 * Deletes the drafts in a teacher's classes, because unpublished texts are the teacher's own. Those that were published
 * before stay if a student has opened them or written something under them.
 */
export const deleteUnseenDraftsOf = async (trx: Transaction, teacherId: string): Promise<void> => {
  const traces = [lessonProgress, lessonNotes, posts].map(
    (table) => sql`not exists (select from ${table} where ${table.lessonId} = ${lessons.id})`,
  );
  await trx.execute(sql`
    delete from ${lessons} where ${lessons.status} = 'draft' and ${sql.join(traces, sql` and `)}
       and ${lessons.sectionId} in (
         select ${sections.id} from ${sections} join ${classes} on ${classes.id} = ${sections.classId}
          where ${classes.teacherId} = ${teacherId})`);
};
