import type { Queryable } from '../../database/client.ts';
import type { CurrentUser } from '../../http/access.ts';
import { ApiError, notFound } from '../../http/api-error.ts';
import { findLesson } from '../curriculum/lessons.repository.ts';

/** A lesson with what the caller may do under it. Admins who are neither its teacher nor its students can only read. */
export interface OpenLesson {
  id: string;
  title: string;
  classId: string;
  teacherId: string;
  isTeacher: boolean;
  isStudent: boolean;
  isAdmin: boolean;
}

/**
 * Requires a lesson whose questions the caller may read: a student of the class if the lesson is published, the class's
 * teacher, or an admin. This also applies to free previews.
 * @throws ApiError `not_found`, or `not_enrolled`
 */
export const openLesson = async (db: Queryable, caller: CurrentUser, id: string): Promise<OpenLesson> => {
  const found = await findLesson(db, caller, id);
  if (!found) throw notFound('The lesson');
  const { lesson, classId, teacherId, enrolled, isPublished } = found;
  const rights = {
    isTeacher: teacherId === caller.id,
    isAdmin: caller.role === 'admin',
    isStudent: enrolled && lesson.status === 'published',
  };
  if (Object.values(rights).some(Boolean)) return { id, title: lesson.title, classId, teacherId, ...rights };
  if (lesson.status !== 'published' || !isPublished) throw notFound('The lesson');
  throw new ApiError('not_enrolled', 'Enroll in this class to see its questions');
};
