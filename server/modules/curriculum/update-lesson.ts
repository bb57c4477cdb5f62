import { isDeepStrictEqual } from 'node:util';
import type { LessonInput } from '#contract/lessons.ts';
import type { Database } from '../../database/client.ts';
import { issueToStudents } from '../certificates/issue-certificates.ts';
import { presentLesson } from './curriculum.presenter.ts';
import { editConflict } from '../../http/edit-conflict.ts';
import {
  listCaptions,
  readLessonFiles,
  replaceCaptions,
  requireLessonFiles,
} from './lesson-files.repository.ts';
import { contentOf, lockLesson, setContent } from './lessons.repository.ts';

interface Updated {
  /** The teacher, whose files the lesson may show. */
  userId: string;
  classId: string;
  id: string;
  input: LessonInput;
}

/**
 * Changes the content of a lesson. A repeat, for instance after a response was lost, changes nothing.
 * @returns the new version
 * @throws ApiError `not_found`, `invalid_input` for a file that is not the teacher's, or `edit_conflict` with the stored
 *   lesson if it has changed since the caller read it
 */
export const updateLesson = (db: Database, { userId, classId, id, input }: Updated): Promise<number> =>
  db.transaction(async (trx) => {
    const lesson = await lockLesson(trx, id);
    const captions = await listCaptions(trx, id);
    const content = contentOf(input);
    const isSame =
      (Object.keys(content) as (keyof typeof content)[]).every((key) => lesson[key] === content[key]) &&
      isDeepStrictEqual(captions, input.captions);
    if (isSame) return lesson.version;
    if (lesson.version !== input.version)
      throw editConflict(
        presentLesson({ lesson, files: await readLessonFiles(trx, lesson), classId, manages: true }),
      );
    await requireLessonFiles(trx, userId, input, { kind: lesson.kind, file: lesson.fileId, captions });
    await replaceCaptions(trx, id, input.captions);
    const version = await setContent(trx, id, content);
    // This lesson may have been the last missing condition of certificates.
    if (lesson.status === 'published' && content.status === 'draft') await issueToStudents(trx, classId);
    return version;
  });
