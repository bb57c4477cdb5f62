import type { LessonInput } from '#contract/lessons.ts';
import type { Database } from '../../database/client.ts';
import { issueToStudents } from '../certificates/issue-certificates.ts';
import { presentLesson } from './curriculum.presenter.ts';
import { editConflict } from './edit-conflict.ts';
import { contentOf, lockLesson, setContent } from './lessons.repository.ts';

/**
 * Changes the content of a lesson. A repeat, for instance after a response was lost, changes nothing.
 * @returns the new version
 * @throws ApiError `not_found`, or `edit_conflict` with the stored lesson if it has changed since the caller read it
 */
export const updateLesson = (
  db: Database,
  classId: string,
  id: string,
  input: LessonInput,
): Promise<number> =>
  db.transaction(async (trx) => {
    const lesson = await lockLesson(trx, id);
    const content = contentOf(input);
    const isSame = (Object.keys(content) as (keyof typeof content)[]).every(
      (key) => lesson[key] === content[key],
    );
    if (isSame) return lesson.version;
    if (lesson.version !== input.version)
      throw editConflict(presentLesson({ lesson, classId, manages: true }));
    const version = await setContent(trx, id, content);
    // It may be all that students lacked for a certificate.
    if (lesson.status === 'published' && content.status === 'draft') await issueToStudents(trx, classId);
    return version;
  });
