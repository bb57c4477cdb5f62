import { and, asc, eq, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../database/client.ts';
import { prepareOnce } from '../../database/prepare-once.ts';
import { classes, curricula, lessons, sections } from '../../database/schema.ts';
import { notFound } from '../../http/api-error.ts';
import { type ClassViewer, openFor } from '../classes/classes.repository.ts';

/** The columns of a lesson in lists: all but its content. */
const lessonColumns = {
  id: lessons.id,
  kind: lessons.kind,
  title: lessons.title,
  minutes: lessons.minutes,
  isPreview: lessons.isPreview,
  status: lessons.status,
  updatedAt: lessons.updatedAt,
};

/** The order of a class's lessons. `placedLessons` has the same in SQL. */
export const LESSON_ORDER = [
  asc(sections.position),
  asc(sections.id),
  asc(lessons.position),
  asc(lessons.id),
];

const selectCurriculum = (db: Queryable) =>
  db
    .select({
      title: classes.title,
      outcomes: curricula.outcomes,
      version: curricula.version,
      section: { id: sections.id, title: sections.title, version: sections.version },
      lesson: lessonColumns,
    })
    .from(classes)
    .leftJoin(curricula, eq(curricula.classId, classes.id))
    .leftJoin(sections, eq(sections.classId, classes.id));

/** A row for each lesson in order, for each section without one, and one for a class without any. */
export type CurriculumRow = Awaited<ReturnType<typeof readDraft>>[number];

/** The sections of a class that the viewer may open, with their published lessons. Empty: there is no such class. */
export const readPublished = (
  db: Queryable,
  viewer: ClassViewer,
  classId: string,
): Promise<CurriculumRow[]> => {
  const { isOpen, name } = openFor(viewer);
  const query = () =>
    selectCurriculum(db)
      .leftJoin(lessons, and(eq(lessons.sectionId, sections.id), eq(lessons.status, 'published')))
      .where(and(eq(classes.id, sql.placeholder('id')), isOpen))
      .orderBy(...LESSON_ORDER);
  return prepareOnce(db, `curriculum for ${name}`, query)({ id: classId, viewerId: viewer?.id });
};

/** All sections of a class with all of their lessons. */
export const readDraft = (db: Queryable, classId: string) =>
  selectCurriculum(db)
    .leftJoin(lessons, eq(lessons.sectionId, sections.id))
    .where(eq(classes.id, classId))
    .orderBy(...LESSON_ORDER);

/**
 * Locks the curriculum of a class, and creates it if it does not exist. Other changes of its order wait until the
 * transaction ends.
 * @throws ApiError `not_found` if the class has been deleted in the meantime
 */
export const lockCurriculum = async (
  trx: Transaction,
  classId: string,
): Promise<{ outcomes: string[]; version: number }> => {
  const found = await trx
    .select({ id: classes.id })
    .from(classes)
    .where(eq(classes.id, classId))
    .for('key share');
  if (found.length === 0) throw notFound('The class');
  await trx.insert(curricula).values({ classId }).onConflictDoNothing();
  const [row] = await trx
    .select({ outcomes: curricula.outcomes, version: curricula.version })
    .from(curricula)
    .where(eq(curricula.classId, classId))
    .for('update');
  return row!;
};

/** Replaces the lines of "What you will learn". @returns the new version */
export const setOutcomes = async (trx: Transaction, classId: string, outcomes: string[]): Promise<number> => {
  const [row] = await trx
    .update(curricula)
    .set({ outcomes, version: sql`${curricula.version} + 1` })
    .where(eq(curricula.classId, classId))
    .returning({ version: curricula.version });
  return row!.version;
};
