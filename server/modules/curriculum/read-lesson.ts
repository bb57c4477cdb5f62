import type { Lesson } from '#contract/lessons.ts';
import type { Database } from '../../database/client.ts';
import type { CurrentUser } from '../../http/access.ts';
import { ApiError, notFound } from '../../http/api-error.ts';
import { presentLesson } from './curriculum.presenter.ts';
import { readLessonFiles } from './lesson-files.repository.ts';
import { findLesson } from './lessons.repository.ts';

/**
 * A lesson as the viewer may see it. The class's teacher and admins can read every lesson, its students the published
 * ones, and everyone the free previews of a published class.
 * @throws ApiError `not_found`; `unauthenticated` or `not_enrolled` for a lesson that enrolling would open to the
 *   viewer
 */
export const readLesson = async (
  db: Database,
  viewer: CurrentUser | undefined,
  id: string,
): Promise<Lesson> => {
  const found = await findLesson(db, viewer, id);
  const manages = viewer !== undefined && (viewer.role === 'admin' || viewer.id === found?.teacherId);
  const isShown = found !== undefined && found.lesson.status === 'published';
  if (!found || (!manages && !isShown)) throw notFound('The lesson');
  const isFree = found.isPublished && found.lesson.isPreview;
  if (manages || found.enrolled || isFree)
    return presentLesson({ ...found, files: await readLessonFiles(db, found.lesson), manages });
  if (!found.isPublished) throw notFound('The lesson');
  throw viewer
    ? new ApiError('not_enrolled', 'Enroll in this class to see the lesson')
    : new ApiError('unauthenticated', 'Please log in');
};
