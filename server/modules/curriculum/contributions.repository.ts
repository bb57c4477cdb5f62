import { eq, gt, or, sql } from 'drizzle-orm';
import type { Contributions } from '#contract/curriculum.ts';
import type { Queryable } from '../../database/client.ts';
import { lessonNotes, lessons, posts, sections } from '../../database/schema.ts';

/** Counts what has been written under the lessons of a class. Lessons without any of it are left out. */
export const countContributions = (db: Queryable, classId: string): Promise<Contributions['lessons']> => {
  const counted = db
    .select({
      lessonId: lessons.id,
      notes:
        sql<number>`(select count(*)::int from ${lessonNotes} n where n.lesson_id = ${lessons.id} and n.text <> '')`.as(
          'notes',
        ),
      posts: sql<number>`(select count(*)::int from ${posts} p where p.lesson_id = ${lessons.id})`.as(
        'posts',
      ),
    })
    .from(lessons)
    .innerJoin(sections, eq(sections.id, lessons.sectionId))
    .where(eq(sections.classId, classId))
    .as('counted');
  return db
    .select()
    .from(counted)
    .where(or(gt(counted.notes, 0), gt(counted.posts, 0)));
};
