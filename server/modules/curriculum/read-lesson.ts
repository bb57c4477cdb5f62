import type { Lesson } from '#contract/lessons.ts';
import type { Database } from '../../database/client.ts';
import type { CurrentUser } from '../../http/access.ts';
import { ApiError, notFound } from '../../http/api-error.ts';
import { managesClass } from '../classes/manages-class.ts';
import { presentLesson } from './curriculum.presenter.ts';
import { mayReadLesson } from './lesson-access.ts';
import { readLessonFiles } from './lesson-files.repository.ts';
import { findLesson } from './lessons.repository.ts';

/**
 * A lesson as the viewer may see it, by the rule of `mayReadLesson`.
 * @throws ApiError `not_found`; `unauthenticated` or `not_enrolled` for a lesson that enrolling would open to the
 *   viewer, with its class, which is published then
 */
export const readLesson = async (
  db: Database,
  viewer: CurrentUser | undefined,
  id: string,
): Promise<Lesson> => {
  const found = await findLesson(db, viewer, id);
  if (!found) throw notFound('The lesson');
  if (mayReadLesson(viewer, found)) {
    const files = await readLessonFiles(db, found.lesson);
    return presentLesson({ ...found, files, manages: managesClass(viewer, found.teacherId) });
  }
  if (found.lesson.status !== 'published' || !found.isPublished) throw notFound('The lesson');
  const { classId: _id, classTitle: title } = found;
  throw viewer
    ? new ApiError('not_enrolled', 'Enroll in this class to see the lesson', {
        classOfLesson: { _id, title },
      })
    : new ApiError('unauthenticated', 'Please log in', { classOfLesson: { _id, title } });
};
