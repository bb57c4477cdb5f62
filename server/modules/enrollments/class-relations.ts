import { and, eq, inArray } from 'drizzle-orm';
import type { ClassRelation } from '#contract/class-relations.ts';
import type { Queryable } from '../../database/client.ts';
import { classes, enrollments } from '../../database/schema.ts';

/** Finds out which of some classes a user teaches or is enrolled in. The others are omitted. */
export const findClassRelations = async (
  db: Queryable,
  userId: string,
  classIds: string[],
): Promise<ClassRelation[]> => {
  const rows = await db
    .select({ classId: classes.id, teacherId: classes.teacherId, enrollmentId: enrollments.id })
    .from(classes)
    .leftJoin(enrollments, and(eq(enrollments.classId, classes.id), eq(enrollments.userId, userId)))
    .where(inArray(classes.id, classIds));
  return rows.flatMap(({ classId, teacherId, enrollmentId }): ClassRelation[] => {
    if (teacherId === userId) return [{ classId, as: 'teacher' }];
    return enrollmentId === null ? [] : [{ classId, as: 'student' }];
  });
};
