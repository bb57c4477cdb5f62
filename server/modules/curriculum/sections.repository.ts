import { asc, count, eq, sql } from 'drizzle-orm';
import { CURRICULUM_LIMITS } from '#contract/curriculum.ts';
import type { Queryable, Transaction } from '../../database/client.ts';
import { lessons, sections } from '../../database/schema.ts';
import { ApiError, notFound } from '../../http/api-error.ts';
import { issueToStudents } from '../certificates/issue-certificates.ts';
import { lockCurriculum } from './curriculum.repository.ts';
import { editConflict } from '../../http/edit-conflict.ts';
import { hasModeratedPosts } from '../moderation/has-moderated-posts.ts';
import { moveBefore } from './move-before.ts';

/** The class of a section. */
export const findClassOfSection = async (db: Queryable, id: string): Promise<string | undefined> => {
  const [row] = await db.select({ classId: sections.classId }).from(sections).where(eq(sections.id, id));
  return row?.classId;
};

const listSections = async (trx: Transaction, classId: string): Promise<string[]> => {
  const rows = await trx
    .select({ id: sections.id })
    .from(sections)
    .where(eq(sections.classId, classId))
    .orderBy(asc(sections.position), asc(sections.id));
  return rows.map(({ id }) => id);
};

/** Adds a section at the end, unless it is there already. @throws ApiError `limit_reached` */
export const insertSection = async (
  trx: Transaction,
  classId: string,
  { id, title }: { id: string; title: string },
): Promise<void> => {
  await lockCurriculum(trx, classId);
  const others = await listSections(trx, classId);
  if (others.includes(id)) return;
  if (others.length >= CURRICULUM_LIMITS.sections)
    throw new ApiError('limit_reached', `A class has at most ${CURRICULUM_LIMITS.sections} sections`);
  await trx.insert(sections).values({
    id,
    classId,
    title,
    position: sql`(select coalesce(max(position), 0) + 1 from ${sections} where class_id = ${classId})`,
  });
};

/**
 * Renames a section. A repeat changes nothing.
 * @returns the new version
 * @throws ApiError `not_found` or `edit_conflict`
 */
export const renameSection = async (
  trx: Transaction,
  id: string,
  { title, version }: { title: string; version: number },
): Promise<number> => {
  const [current] = await trx
    .select({ title: sections.title, version: sections.version })
    .from(sections)
    .where(eq(sections.id, id))
    .for('update');
  if (!current) throw notFound('The section');
  if (current.title === title) return current.version;
  if (current.version !== version) throw editConflict(current);
  await trx
    .update(sections)
    .set({ title, version: version + 1 })
    .where(eq(sections.id, id));
  return version + 1;
};

/** Moves a section before another one of the same class, or to the end. @throws ApiError `conflict` or `not_found` */
export const placeSection = async (
  trx: Transaction,
  classId: string,
  id: string,
  before: string | null,
): Promise<void> => {
  await lockCurriculum(trx, classId);
  const current = await listSections(trx, classId);
  if (!current.includes(id)) throw notFound('The section');
  const ids = moveBefore(current, id, before);
  await trx.execute(sql`
    update ${sections} set position = placed.position
      from unnest(${sql.param(ids)}::uuid[]) with ordinality as placed(id, position)
     where ${sections.id} = placed.id and ${sections.position} <> placed.position`);
};

/**
 * Deletes a section with its lessons.
 * @returns how many sections were deleted
 * @throws ApiError `conflict` while a post under one of the lessons is hidden or has open reports
 */
export const deleteSection = async (trx: Transaction, classId: string, id: string): Promise<number> => {
  await lockCurriculum(trx, classId);
  const inside = await trx.select({ id: lessons.id }).from(lessons).where(eq(lessons.sectionId, id));
  const ids = inside.map((lesson) => lesson.id);
  if (await hasModeratedPosts(trx, ids))
    throw new ApiError(
      'conflict',
      'A post under these lessons was hidden by an admin or reported to them. Keep the lessons as drafts instead.',
    );
  const deleted = await trx.delete(sections).where(eq(sections.id, id)).returning({ id: sections.id });
  await issueToStudents(trx, classId);
  return deleted.length;
};

/** The number of lessons of a class, including drafts. */
export const countLessons = async (trx: Transaction, classId: string): Promise<number> => {
  const [row] = await trx
    .select({ count: count() })
    .from(lessons)
    .innerJoin(sections, eq(sections.id, lessons.sectionId))
    .where(eq(sections.classId, classId));
  return row!.count;
};
