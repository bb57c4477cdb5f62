import { sql } from 'drizzle-orm';
import { classes, isPublished, type lessons } from '../../database/schema.ts';
import { type ClassViewer, openFor } from '../classes/classes.repository.ts';
import { managesClass } from '../classes/manages-class.ts';

/** The data that decides who may read a lesson. */
interface LessonAccess {
  lesson: Pick<typeof lessons.$inferSelect, 'status' | 'isPreview'>;
  teacherId: string;
  /** Whether the class is published. */
  isPublished: boolean;
  /** Whether the viewer is enrolled in the class. */
  enrolled: boolean;
}

/** The columns of `LessonAccess` besides those of the lesson, with the placeholder `viewerId`. The query joins the class. */
export const accessColumns = (viewer: ClassViewer) => ({
  teacherId: classes.teacherId,
  isPublished: sql<boolean>`${isPublished(classes)}`,
  enrolled: openFor(viewer).enrolled,
});

/**
 * Whether a viewer may read a lesson and its files. The class's teacher and admins can read every lesson, its students the
 * published ones, and everyone the free previews of a published class.
 */
export const mayReadLesson = (viewer: ClassViewer, access: LessonAccess): boolean => {
  const { lesson, teacherId, isPublished: isClassPublished, enrolled } = access;
  const isOpen = enrolled || (lesson.isPreview && isClassPublished);
  return managesClass(viewer, teacherId) || (lesson.status === 'published' && isOpen);
};
