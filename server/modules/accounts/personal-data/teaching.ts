import { eq, inArray } from 'drizzle-orm';
import type { Queryable } from '../../../database/client.ts';
import {
  classChanges,
  classes,
  classVersions,
  lessons,
  sections,
  teacherBios,
  teacherRequests,
} from '../../../database/schema.ts';
import { newestFirstIn } from './newest-first.ts';

/** The part of the personal data export about what a user teaches, or has asked to teach. */
export const listTeachingData = (db: Queryable, id: string) => {
  const newestFirst = newestFirstIn(db);
  const ownClasses = db.select({ id: classes.id }).from(classes).where(eq(classes.teacherId, id));
  const ownSections = db
    .select({ id: sections.id })
    .from(sections)
    .innerJoin(classes, eq(classes.id, sections.classId))
    .where(eq(classes.teacherId, id));
  return {
    teacherRequests: newestFirst(
      teacherRequests,
      teacherRequests.createdAt,
      eq(teacherRequests.userId, id),
      () => db.select().from(teacherRequests).$dynamic(),
    ),
    bio: newestFirst(teacherBios, teacherBios.updatedAt, eq(teacherBios.id, id), () =>
      db
        .select({
          id: teacherBios.id,
          text: teacherBios.text,
          at: teacherBios.updatedAt,
          hiddenAt: teacherBios.hiddenAt,
          hiddenReason: teacherBios.hiddenReason,
        })
        .from(teacherBios)
        .$dynamic(),
    ),
    classes: newestFirst(classes, classes.createdAt, eq(classes.teacherId, id), () =>
      db.select().from(classes).$dynamic(),
    ),
    classChanges: newestFirst(
      classChanges,
      classChanges.createdAt,
      inArray(classChanges.classId, ownClasses),
      () => db.select().from(classChanges).$dynamic(),
    ),
    classVersions: newestFirst(
      classVersions,
      classVersions.createdAt,
      inArray(classVersions.classId, ownClasses),
      () => db.select().from(classVersions).$dynamic(),
    ),
    lessons: newestFirst(lessons, lessons.createdAt, inArray(lessons.sectionId, ownSections), () =>
      db
        .select({ id: lessons.id, class: classes.title, section: sections.title, lesson: lessons })
        .from(lessons)
        .innerJoin(sections, eq(sections.id, lessons.sectionId))
        .innerJoin(classes, eq(classes.id, sections.classId))
        .$dynamic(),
    ),
  };
};
