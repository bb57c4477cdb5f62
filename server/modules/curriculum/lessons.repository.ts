import { and, asc, eq, sql } from 'drizzle-orm';
import { CURRICULUM_LIMITS, type NewLesson } from '#contract/curriculum.ts';
import type { LessonInput } from '#contract/lessons.ts';
import { parseVideoUrl } from '#contract/video-url.ts';
import type { Queryable, Transaction } from '../../database/client.ts';
import { prepareOnce } from '../../database/prepare-once.ts';
import { classes, lessonProgress, lessons, sections } from '../../database/schema.ts';
import { ApiError, notFound } from '../../http/api-error.ts';
import { issueToStudents } from '../certificates/issue-certificates.ts';
import { type ClassViewer, isKnownTo } from '../classes/classes.repository.ts';
import { lockCurriculum } from './curriculum.repository.ts';
import { accessColumns } from './lesson-access.ts';
import { hasModeratedPosts } from '../moderation/has-moderated-posts.ts';
import { moveBefore } from './move-before.ts';
import { picturesIn } from '../files/pictures-in.ts';
import { countLessons, findClassOfSection } from './sections.repository.ts';

export type LessonRow = typeof lessons.$inferSelect;

/** A lesson with the data that decides who may see it, and the viewer's progress. Only its teacher finds it in a draft. */
export const findLesson = async (db: Queryable, viewer: ClassViewer, id: string) => {
  const query = () =>
    db
      .select({
        lesson: lessons,
        classId: classes.id,
        classTitle: classes.title,
        ...accessColumns(viewer),
        progress: lessonProgress,
      })
      .from(lessons)
      .innerJoin(sections, eq(sections.id, lessons.sectionId))
      .innerJoin(classes, eq(classes.id, sections.classId))
      .leftJoin(
        lessonProgress,
        and(
          eq(lessonProgress.lessonId, lessons.id),
          viewer ? eq(lessonProgress.userId, sql.placeholder('viewerId')) : sql`false`,
        ),
      )
      .where(and(eq(lessons.id, sql.placeholder('id')), isKnownTo(viewer && sql.placeholder('viewerId'))));
  const name = viewer ? 'lesson for a user' : 'lesson for a visitor';
  const [row] = await prepareOnce(db, name, query)({ id, viewerId: viewer?.id });
  return row;
};

/** The class of a lesson. */
export const findClassOfLesson = async (db: Queryable, id: string): Promise<string | undefined> => {
  const [row] = await db
    .select({ classId: sections.classId })
    .from(lessons)
    .innerJoin(sections, eq(sections.id, lessons.sectionId))
    .where(eq(lessons.id, id));
  return row?.classId;
};

/** Adds a draft at the end of a section, unless it is there already. @throws ApiError `not_found` or `limit_reached` */
export const insertLesson = async (
  trx: Transaction,
  classId: string,
  sectionId: string,
  { id, kind, title }: NewLesson & { id: string },
): Promise<void> => {
  await lockCurriculum(trx, classId);
  const known = await trx.select({ id: lessons.id }).from(lessons).where(eq(lessons.id, id));
  if (known.length > 0) return;
  if ((await findClassOfSection(trx, sectionId)) !== classId) throw notFound('The section');
  if ((await countLessons(trx, classId)) >= CURRICULUM_LIMITS.lessons)
    throw new ApiError('limit_reached', `A class has at most ${CURRICULUM_LIMITS.lessons} lessons`);
  await trx.insert(lessons).values({
    id,
    sectionId,
    kind,
    title,
    position: sql`(select coalesce(max(position), 0) + 1 from ${lessons} where section_id = ${sectionId})`,
  });
};

/** Locks a lesson until the transaction ends. @throws ApiError `not_found` */
export const lockLesson = async (trx: Transaction, id: string): Promise<LessonRow> => {
  const [row] = await trx.select().from(lessons).where(eq(lessons.id, id)).for('update');
  if (!row) throw notFound('The lesson');
  return row;
};

/** The columns that the form of a lesson sets. */
export const contentOf = (input: LessonInput) => {
  const { kind, status, title, minutes, isPreview, text, file: fileId, poster } = input;
  const video = parseVideoUrl(input.video);
  const embedded = { videoProvider: video?.provider ?? null, videoId: video?.id ?? null };
  return { kind, status, title, minutes, isPreview, text, fileId, poster, ...embedded };
};

/** Stores the content of a lesson. @returns the new version */
export const setContent = async (
  trx: Transaction,
  id: string,
  content: ReturnType<typeof contentOf>,
): Promise<number> => {
  const [row] = await trx
    .update(lessons)
    .set({
      ...content,
      pictures: picturesIn(content.text),
      version: sql`${lessons.version} + 1`,
      updatedAt: sql`now()`,
    })
    .where(eq(lessons.id, id))
    .returning({ version: lessons.version });
  return row!.version;
};

/**
 * Moves a lesson into a section of the same class, before another lesson or to the end.
 * @throws ApiError `not_found` or `conflict`
 */
export const placeLesson = async (
  trx: Transaction,
  classId: string,
  id: string,
  { sectionId, before }: { sectionId: string; before: string | null },
): Promise<void> => {
  await lockCurriculum(trx, classId);
  if ((await findClassOfLesson(trx, id)) !== classId) throw notFound('The lesson');
  if ((await findClassOfSection(trx, sectionId)) !== classId) throw notFound('The section');
  const rows = await trx
    .select({ id: lessons.id })
    .from(lessons)
    .where(eq(lessons.sectionId, sectionId))
    .orderBy(asc(lessons.position), asc(lessons.id));
  const ids = moveBefore(
    rows.map((row) => row.id),
    id,
    before,
  );
  await trx.execute(sql`
    update ${lessons} set section_id = ${sectionId}, position = placed.position
      from unnest(${sql.param(ids)}::uuid[]) with ordinality as placed(id, position)
     where ${lessons.id} = placed.id
       and (${lessons.sectionId}, ${lessons.position}) is distinct from (${sectionId}::uuid, placed.position)`);
};

/**
 * Deletes a lesson, and issues the certificates that only lacked it.
 * @returns how many were deleted
 * @throws ApiError `conflict` while a post under it is hidden or has open reports
 */
export const deleteLesson = async (trx: Transaction, classId: string, id: string): Promise<number> => {
  await lockCurriculum(trx, classId);
  if (await hasModeratedPosts(trx, [id]))
    throw new ApiError(
      'conflict',
      'A post under this lesson was hidden by an admin or reported to them. Keep the lesson as a draft instead.',
    );
  const deleted = await trx.delete(lessons).where(eq(lessons.id, id)).returning({ id: lessons.id });
  await issueToStudents(trx, classId);
  return deleted.length;
};
