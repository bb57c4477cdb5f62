import type { LessonProgressInput } from '#contract/lessons.ts';
import type { Database } from '../../database/client.ts';
import { issueToStudent } from '../certificates/issue-certificates.ts';
import { findClassOfLesson } from './lessons.repository.ts';
import { type ProgressRow, saveProgress } from './progress.repository.ts';

/** Records progress as `saveProgress` does. Completing a lesson can meet the last condition of a certificate. */
export const recordProgress = async (
  db: Database,
  userId: string,
  lessonId: string,
  input: LessonProgressInput,
): Promise<ProgressRow | undefined> => {
  if (!input.isDone) return saveProgress(db, userId, lessonId, input);
  return db.transaction(async (trx) => {
    const progress = await saveProgress(trx, userId, lessonId, input);
    const classId = progress && (await findClassOfLesson(trx, lessonId));
    if (classId) await issueToStudent(trx, classId, userId);
    return progress;
  });
};
