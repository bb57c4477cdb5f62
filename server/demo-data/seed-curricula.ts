import { randomUUID } from 'node:crypto';
import { desc } from 'drizzle-orm';
import type { Transaction } from '../database/client.ts';
import * as tables from '../database/schema.ts';
import { DEMO_CLASSES } from './classes.ts';
import { daysAgo, HOUR } from './days.ts';
import { DEMO_STUDENT } from './people.ts';
import { readCurriculum, type DemoCurriculum } from './read-curriculum.ts';
import type { People } from './seed-people.ts';

/** How many lessons the sample student has done in each class. */
const DONE_BY_SAMPLE_STUDENT: Record<string, number> = {
  'modern-html-css': 3,
  'pixel-platformer': 6,
  'typography-that-works': 1,
};
/** Rows per statement. */
const CHUNK = 2_000;

/** The sections and lessons of a curriculum, with the ids that they get. */
const withIds = (classId: string, { sections }: DemoCurriculum, updatedAt: Date) =>
  sections.map(({ title, lessons }, index) => {
    const id = randomUUID();
    return {
      section: { id, classId, title, position: index + 1 },
      lessons: lessons.map((lesson, place) => ({
        ...lesson,
        id: randomUUID(),
        sectionId: id,
        kind: 'article' as const,
        status: 'published' as const,
        position: place + 1,
        createdAt: updatedAt,
        updatedAt,
      })),
    };
  });

/** The progress of all students: they have done the first lessons, and opened the next. */
const progressOf = async (
  trx: Transaction,
  people: People,
  classIds: Map<string, string>,
  lessonsOf: Map<string, string[]>,
) => {
  const slugs = new Map([...classIds].map(([slug, id]) => [id, slug]));
  const sampleStudent = people.get(DEMO_STUDENT.email)!.id;
  const enrolled = await trx.select().from(tables.enrollments).orderBy(desc(tables.enrollments.enrolledAt));
  return enrolled.flatMap(({ userId, classId, enrolledAt }, index) => {
    const lessons = lessonsOf.get(classId) ?? [];
    const isSample = userId === sampleStudent;
    const done = isSample ? DONE_BY_SAMPLE_STUDENT[slugs.get(classId)!]! : (index * 5) % (lessons.length + 1);
    return lessons.slice(0, done + 1).map((lessonId, place) => {
      const seenAt = new Date(enrolledAt.getTime() + (place + 1) * 2 * HOUR);
      return { userId, lessonId, seenAt, doneAt: place < done ? seenAt : null };
    });
  });
};

/** Seeds the curricula of classes, and the progress of their students. @param classIds by slug */
export const insertCurricula = async (trx: Transaction, people: People, classIds: Map<string, string>) => {
  const found = DEMO_CLASSES.flatMap(({ slug }, index) => {
    const curriculum = readCurriculum(slug);
    if (!curriculum) return [];
    const classId = classIds.get(slug)!;
    // Every class of the demo is older than that.
    const parts = withIds(classId, curriculum, daysAgo(1 + ((index * 5) % 12)));
    return [{ classId, outcomes: curriculum.outcomes, parts }];
  });
  const parts = found.flatMap((curriculum) => curriculum.parts);
  await trx.insert(tables.curricula).values(found.map(({ classId, outcomes }) => ({ classId, outcomes })));
  await trx.insert(tables.sections).values(parts.map(({ section }) => section));
  await trx.insert(tables.lessons).values(parts.flatMap(({ lessons }) => lessons));
  const lessonsOf = new Map(
    found.map((curriculum) => [
      curriculum.classId,
      curriculum.parts.flatMap(({ lessons }) => lessons.map(({ id }) => id)),
    ]),
  );
  const progress = await progressOf(trx, people, classIds, lessonsOf);
  for (let start = 0; start < progress.length; start += CHUNK)
    await trx.insert(tables.lessonProgress).values(progress.slice(start, start + CHUNK));
};
