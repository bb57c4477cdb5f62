import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import {
  LESSON_KINDS,
  LESSON_MINUTES,
  LESSON_STATUSES,
  MAX_VIDEO_SECONDS,
} from '../../../contract/lessons.ts';
import { VIDEO_PROVIDERS } from '../../../contract/video-url.ts';
import { classes } from './classes.ts';
import { createdAt, id, oneOf, timestamptz } from './columns.ts';
import { files } from './files.ts';
import { userReference } from './users.ts';

const noTexts = sql`'{}'::text[]`;

/**
 * What a class teaches. Classes without a row have no curriculum yet. Changes of a curriculum's order lock its row.
 * `version` counts the changes of `outcomes`.
 */
export const curricula = pgTable(
  'curricula',
  {
    classId: uuid('class_id')
      .primaryKey()
      .references(() => classes.id, { onDelete: 'cascade' }),
    /** The lines of "What you will learn". */
    outcomes: text('outcomes').array().notNull().default(noTexts),
    version: integer('version').notNull().default(1),
  },
  (table) => [check('curricula_version_counts', sql`${table.version} >= 1`)],
);

/** The parts of a curriculum, in the order of `position`. `version` counts the changes of the title. */
export const sections = pgTable(
  'sections',
  {
    id: id(),
    classId: uuid('class_id')
      .notNull()
      .references(() => curricula.classId, { onDelete: 'cascade' }),
    title: text('title').notNull(),
    position: integer('position').notNull(),
    version: integer('version').notNull().default(1),
    createdAt: createdAt(),
  },
  (table) => [
    index('sections_of_class').on(table.classId, table.position),
    check('sections_not_empty', sql`${table.title} <> ''`),
  ],
);

/**
 * Lessons, in the order of `position` within their section. `text` is Markdown; `pictures` are the addresses of stored
 * pictures in it. `version` counts the changes of the content, `updatedAt` is the last of them.
 */
export const lessons = pgTable(
  'lessons',
  {
    id: id(),
    sectionId: uuid('section_id')
      .notNull()
      .references(() => sections.id, { onDelete: 'cascade' }),
    kind: text('kind', { enum: LESSON_KINDS }).notNull(),
    status: text('status', { enum: LESSON_STATUSES }).notNull().default('draft'),
    title: text('title').notNull(),
    minutes: integer('minutes'),
    isPreview: boolean('is_preview').notNull().default(false),
    position: integer('position').notNull(),
    text: text('text').notNull().default(''),
    pictures: text('pictures').array().notNull().default(noTexts),
    videoProvider: text('video_provider', { enum: VIDEO_PROVIDERS }),
    videoId: text('video_id'),
    /** The uploaded video, or the file of a lesson of that kind. */
    fileId: uuid('file_id').references(() => files.id),
    /** The address of the stored picture that an uploaded video shows before it starts. */
    poster: text('poster').notNull().default(''),
    version: integer('version').notNull().default(1),
    createdAt: createdAt(),
    updatedAt: timestamptz('updated_at').notNull().defaultNow(),
  },
  (table) => [
    index('lessons_of_section').on(table.sectionId, table.position),
    index('lessons_by_picture').using('gin', table.pictures),
    index('lessons_by_file').on(table.fileId),
    index('lessons_by_poster')
      .on(table.poster)
      .where(sql`${table.poster} <> ''`),
    check('lessons_kind_known', sql`${table.kind} in (${oneOf(LESSON_KINDS)})`),
    check('lessons_status_known', sql`${table.status} in (${oneOf(LESSON_STATUSES)})`),
    check('lessons_not_empty', sql`${table.title} <> ''`),
    check(
      'lessons_minutes_in_range',
      sql`${table.minutes} between ${sql.raw(String(LESSON_MINUTES.min))} and ${sql.raw(String(LESSON_MINUTES.max))}`,
    ),
    check('lessons_video_provider_known', sql`${table.videoProvider} in (${oneOf(VIDEO_PROVIDERS)})`),
    check('lessons_video_whole', sql`num_nulls(${table.videoProvider}, ${table.videoId}) in (0, 2)`),
    check('lessons_one_video', sql`num_nonnulls(${table.videoId}, ${table.fileId}) <= 1`),
  ],
);

/** The captions of uploaded videos: a WebVTT file for each language. They change only with the lesson's `version`. */
export const lessonCaptions = pgTable(
  'lesson_captions',
  {
    lessonId: uuid('lesson_id')
      .notNull()
      .references(() => lessons.id, { onDelete: 'cascade' }),
    /** A language tag (BCP 47). */
    language: text('language').notNull(),
    fileId: uuid('file_id')
      .notNull()
      .references(() => files.id),
    position: integer('position').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.lessonId, table.language] }),
    index('lesson_captions_by_file').on(table.fileId),
  ],
);

/**
 * A student's progress in a lesson: when they completed it (`doneAt`), where they stopped the video, in seconds
 * (`position`), and when they were there (`positionAt`). Both times are null until then.
 */
export const lessonProgress = pgTable(
  'lesson_progress',
  {
    id: id(),
    userId: userReference('user_id'),
    lessonId: uuid('lesson_id')
      .notNull()
      .references(() => lessons.id, { onDelete: 'cascade' }),
    doneAt: timestamptz('done_at'),
    position: integer('position').notNull().default(0),
    positionAt: timestamptz('position_at'),
    seenAt: timestamptz('seen_at').notNull().defaultNow(),
  },
  (table) => [
    unique('lesson_progress_once_per_user').on(table.lessonId, table.userId),
    index('lesson_progress_of_user').on(table.userId, table.seenAt),
    check(
      'lesson_progress_position_in_range',
      sql`${table.position} between 0 and ${sql.raw(String(MAX_VIDEO_SECONDS))}`,
    ),
  ],
);

/**
 * The number of students of the class who have done a lesson, as the sum of its rows. Each user belongs to one of 16
 * shards, so that students who finish at the same time rarely wait for each other. Triggers maintain the counts.
 */
export const lessonDoneCounts = pgTable(
  'lesson_done_counts',
  {
    lessonId: uuid('lesson_id')
      .notNull()
      .references(() => lessons.id, { onDelete: 'cascade' }),
    shard: smallint('shard').notNull(),
    done: integer('done').notNull(),
  },
  (table) => [primaryKey({ columns: [table.lessonId, table.shard] })],
);
