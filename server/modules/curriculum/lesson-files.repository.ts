import { and, eq, sql } from 'drizzle-orm';
import type { StoredFile } from '#contract/files.ts';
import type { Lesson, LessonInput } from '#contract/lessons.ts';
import type { Database, Queryable, Transaction } from '../../database/client.ts';
import { prepareOnce } from '../../database/prepare-once.ts';
import { classes, files, lessonCaptions, lessons, sections } from '../../database/schema.ts';
import type { CurrentUser } from '../../http/access.ts';
import { isKnownTo } from '../classes/classes.repository.ts';
import { presentFile, requireFilesOf } from '../files/private-files.repository.ts';
import { accessColumns, mayReadLesson } from './lesson-access.ts';
import type { LessonRow } from './lessons.repository.ts';

type Captions = NonNullable<Lesson['captions']>;

type Files = Pick<LessonInput, 'kind' | 'file' | 'captions'>;

/** The files of a lesson, as the response shows them. */
export interface LessonFiles {
  file?: StoredFile;
  captions: Captions;
}

/** The file and the captions of a lesson. */
export const readLessonFiles = async (
  db: Queryable,
  { id, fileId }: Pick<LessonRow, 'id' | 'fileId'>,
): Promise<LessonFiles> => {
  if (fileId === null) return { captions: [] };
  const [[file], captions] = await Promise.all([
    db.select().from(files).where(eq(files.id, fileId)),
    db
      .select({ language: lessonCaptions.language, file: files })
      .from(lessonCaptions)
      .innerJoin(files, eq(files.id, lessonCaptions.fileId))
      .where(eq(lessonCaptions.lessonId, id))
      .orderBy(lessonCaptions.position),
  ]);
  return {
    ...(file && { file: presentFile(file) }),
    captions: captions.map((row) => ({ language: row.language, file: presentFile(row.file) })),
  };
};

/** The captions of a lesson as its editor sends them. */
export const listCaptions = async (db: Queryable, lessonId: string): Promise<LessonInput['captions']> =>
  db
    .select({ language: lessonCaptions.language, file: lessonCaptions.fileId })
    .from(lessonCaptions)
    .where(eq(lessonCaptions.lessonId, lessonId))
    .orderBy(lessonCaptions.position);

/** Replaces the captions of a lesson, in this order. The previous files are removed within a day. */
export const replaceCaptions = async (
  trx: Transaction,
  lessonId: string,
  captions: LessonInput['captions'],
): Promise<void> => {
  await trx.delete(lessonCaptions).where(eq(lessonCaptions.lessonId, lessonId));
  if (captions.length === 0) return;
  await trx
    .insert(lessonCaptions)
    .values(captions.map(({ language, file }, position) => ({ lessonId, language, fileId: file, position })));
};

/**
 * Requires the new files of a lesson to belong to the teacher and to have the right purpose.
 * @param before the lesson's current files, which it may keep no matter who uploaded them
 * @throws ApiError `invalid_input` that names the field
 */
export const requireLessonFiles = async (
  trx: Transaction,
  userId: string,
  { kind, file, captions }: Files,
  before: Files,
): Promise<void> => {
  const isKept = file === before.file && kind === before.kind;
  if (file !== null && !isKept)
    await requireFilesOf(trx, {
      userId,
      purpose: kind === 'video' ? 'video' : 'document',
      ids: [file],
      field: 'file',
    });
  const known = before.captions.map((one) => one.file);
  const added = captions.map((one) => one.file).filter((id) => !known.includes(id));
  await requireFilesOf(trx, { userId, purpose: 'captions', ids: [...new Set(added)], field: 'captions' });
};

/**
 * Whether a caller may read a file of a lesson: exactly those who may read one of the lessons that have it. An enrollment
 * that ended with a refund ends it.
 */
export const mayReadLessonFile = async (
  db: Database,
  caller: CurrentUser | undefined,
  fileId: string,
): Promise<boolean> => {
  const used = sql.placeholder('fileId');
  const query = () =>
    db
      .select({
        lesson: { status: lessons.status, isPreview: lessons.isPreview },
        ...accessColumns(caller),
      })
      .from(lessons)
      .innerJoin(sections, eq(sections.id, lessons.sectionId))
      .innerJoin(classes, eq(classes.id, sections.classId))
      .where(
        and(
          sql`${lessons.id} in (
              select ${lessons.id} from ${lessons} where ${lessons.fileId} = ${used}
              union select ${lessonCaptions.lessonId} from ${lessonCaptions} where ${lessonCaptions.fileId} = ${used})`,
          isKnownTo(caller && sql.placeholder('viewerId')),
        ),
      );
  const name = caller ? 'lessons of a file for a user' : 'lessons of a file for a visitor';
  const found = await prepareOnce(db, name, query)({ fileId, viewerId: caller?.id });
  return found.some((access) => mayReadLesson(caller, access));
};
