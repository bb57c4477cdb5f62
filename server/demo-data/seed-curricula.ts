import { randomUUID } from 'node:crypto';
import { desc } from 'drizzle-orm';
import type { Transaction } from '../database/client.ts';
import * as tables from '../database/schema.ts';
import { DEMO_CLASSES } from './classes.ts';
import { daysAgo, HOUR } from './days.ts';
import { type DemoVideo, readDemoVideo } from './demo-videos.ts';
import { DEMO_STUDENT, DEMO_TEACHERS } from './people.ts';
import { readCurriculum, type DemoCurriculum } from './read-curriculum.ts';
import type { People } from './seed-people.ts';
import { insertVideo } from './seed-videos.ts';

/** How many lessons the sample student has done in each class. */
const DONE_BY_SAMPLE_STUDENT: Record<string, number> = {
  'modern-html-css': 3,
  'pixel-platformer': 6,
  'typography-that-works': 1,
};
/** Rows per statement. */
const CHUNK = 2_000;

const kindOf = (video: DemoVideo | undefined) =>
  video
    ? { kind: 'video' as const, fileId: video.video.id, poster: video.poster.address }
    : { kind: 'article' as const };

/** The sections and lessons of a curriculum, with the ids that they get. */
const withIds = (classId: string, { sections }: DemoCurriculum, updatedAt: Date) =>
  sections.map(({ title, lessons }, index) => {
    const id = randomUUID();
    return {
      section: { id, classId, title, position: index + 1 },
      lessons: lessons.map(({ video: name, ...lesson }, place) => {
        const video = name === undefined ? undefined : readDemoVideo(name);
        return {
          video,
          row: {
            ...lesson,
            ...kindOf(video),
            id: randomUUID(),
            sectionId: id,
            status: 'published' as const,
            position: place + 1,
            createdAt: updatedAt,
            updatedAt,
          },
        };
      }),
    };
  });

/** Seeds lessons with their videos, which their teacher has uploaded. */
const insertLessons = async (
  trx: Transaction,
  lessons: (ReturnType<typeof withIds>[number]['lessons'][number] & { teacherId: string })[],
) => {
  const withVideo = lessons.flatMap(({ video, row, teacherId }) =>
    video ? [{ video, lessonId: row.id, teacherId }] : [],
  );
  for (const { video, teacherId } of withVideo) await insertVideo(trx, teacherId, video);
  await trx.insert(tables.lessons).values(lessons.map(({ row }) => row));
  await trx.insert(tables.lessonCaptions).values(
    withVideo.map(({ video, lessonId }) => ({
      lessonId,
      language: 'en',
      fileId: video.captions.id,
      position: 0,
    })),
  );
};

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
  const found = DEMO_CLASSES.flatMap(({ slug, teacher }, index) => {
    const curriculum = readCurriculum(slug);
    if (!curriculum) return [];
    const classId = classIds.get(slug)!;
    // Every class of the demo is older than that.
    const parts = withIds(classId, curriculum, daysAgo(1 + ((index * 5) % 12)));
    const teacherId = people.get(DEMO_TEACHERS[teacher]!.email)!.id;
    return [{ classId, teacherId, outcomes: curriculum.outcomes, parts }];
  });
  await trx.insert(tables.curricula).values(found.map(({ classId, outcomes }) => ({ classId, outcomes })));
  await trx.insert(tables.sections).values(found.flatMap(({ parts }) => parts.map(({ section }) => section)));
  await insertLessons(
    trx,
    found.flatMap(({ teacherId, parts }) =>
      parts.flatMap(({ lessons }) => lessons.map((lesson) => ({ ...lesson, teacherId }))),
    ),
  );
  const lessonsOf = new Map(
    found.map((curriculum) => [
      curriculum.classId,
      curriculum.parts.flatMap(({ lessons }) => lessons.map(({ row }) => row.id)),
    ]),
  );
  const progress = await progressOf(trx, people, classIds, lessonsOf);
  for (let start = 0; start < progress.length; start += CHUNK)
    await trx.insert(tables.lessonProgress).values(progress.slice(start, start + CHUNK));
};
