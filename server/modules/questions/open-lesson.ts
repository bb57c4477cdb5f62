import type { Queryable } from '../../database/client.ts';
import type { CurrentUser } from '../../http/access.ts';
import { ApiError, notFound } from '../../http/api-error.ts';
import { findLesson } from '../curriculum/lessons.repository.ts';
import { findRole } from '../users/users.repository.ts';

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

/** A lesson, whether visitors can know of it, and what a user may do under it. Undefined if there is no such lesson. */
const findRights = async (
  db: Queryable,
  { id: userId, role }: Pick<CurrentUser, 'id' | 'role'>,
  id: string,
) => {
  const found = await findLesson(db, { id: userId, role }, id);
  if (!found) return undefined;
  const { lesson, classId, teacherId, enrolled, isPublished } = found;
  const isVisible = lesson.status === 'published';
  const rights = {
    isTeacher: teacherId === userId,
    isAdmin: role === 'admin',
    isStudent: enrolled && isVisible,
  };
  return {
    lesson: { id, title: lesson.title, classId, teacherId, ...rights },
    isReader: Object.values(rights).some(Boolean),
    isPublic: isVisible && isPublished,
  };
};

/**
 * Requires a lesson whose questions the caller may read: a student of the class if the lesson is published, the class's
 * teacher, or an admin. This also applies to free previews.
 * @throws ApiError `not_found`, or `not_enrolled`
 */
export const openLesson = async (db: Queryable, caller: CurrentUser, id: string): Promise<OpenLesson> => {
  const found = await findRights(db, caller, id);
  if (found?.isReader) return found.lesson;
  if (!found?.isPublic) throw notFound('The lesson');
  throw new ApiError('not_enrolled', 'Enroll in this class to see its questions');
};

/** Whether a user may read the questions under a lesson, by the rule of `openLesson`. */
export const mayReadQuestions = async (db: Queryable, userId: string, lessonId: string): Promise<boolean> => {
  const role = await findRole(db, userId);
  return (await findRights(db, { id: userId, role }, lessonId))?.isReader ?? false;
};
