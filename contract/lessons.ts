import { z } from 'zod';
import { defineCall } from './call.ts';
import {
  idParamsSchema,
  idSchema,
  markdownSchema,
  singleLineSchema,
  timestampSchema,
  editVersionSchema,
  deletedResponseSchema,
  modifiedResponseSchema,
} from './common.ts';
import { TEXT_LIMITS } from './text-limits.ts';
import { storedFileSchema } from './files.ts';
import { parsePictureUrl } from './picture-url.ts';
import { parseVideoUrl, VIDEO_PROVIDERS } from './video-url.ts';

export const LESSON_KINDS = ['article', 'video', 'file'] as const;
/** The statuses of a lesson. Drafts are visible only to the teacher and admins. */
export const LESSON_STATUSES = ['draft', 'published'] as const;
/** The length of a lesson, in minutes. */
export const LESSON_MINUTES = { min: 1, max: 600 } as const;
/** The highest position in a video, in seconds. */
export const MAX_VIDEO_SECONDS = 24 * 60 * 60;

/** The maximum number of languages of a video's captions. */
export const MAX_CAPTIONS = 20;
/** The maximum age of progress that is sent later, in seconds. */
export const MAX_PROGRESS_AGE = 365 * 24 * 60 * 60;

const minutesSchema = z
  .int('Minutes must be a whole number')
  .min(LESSON_MINUTES.min, `At least ${LESSON_MINUTES.min} minute`)
  .max(LESSON_MINUTES.max, `At most ${LESSON_MINUTES.max} minutes`);

/** A lesson in the list of a curriculum. `minutes` is absent if the teacher has not set it. */
export const lessonEntrySchema = z.object({
  _id: idSchema,
  kind: z.enum(LESSON_KINDS),
  title: z.string(),
  minutes: z.int().optional(),
  isPreview: z.boolean(),
});

export const embeddedVideoSchema = z.object({ provider: z.enum(VIDEO_PROVIDERS), id: z.string() });

/** A language tag (BCP 47), such as `en` or `pt-BR`. */
const languageSchema = z
  .string()
  .regex(/^[a-z]{2,3}(-[A-Z]{2})?$/, 'Choose a language')
  .describe('A language tag of BCP 47');

/** Captions of an uploaded video, in one language. */
const captionsSchema = z.object({ language: languageSchema, file: storedFileSchema });

/** A student's progress in a lesson. `position` is where they stopped the video, in seconds. */
export const lessonProgressSchema = z
  .object({
    lessonId: idSchema,
    isDone: z.boolean(),
    position: z.int().min(0),
    /** When the student last opened or watched the lesson. */
    seenAt: timestampSchema,
  })
  .meta({ id: 'LessonProgress' });

/**
 * A student's progress in the published lessons of a class. `resume` is the lesson to continue with: the last opened
 * one if it is not done, otherwise the next one that is not done, or the first lesson once all are done.
 */
export const learningSchema = z
  .object({
    lessons: z.int().min(1),
    done: z.int().min(0),
    resume: z.object({ _id: idSchema, title: z.string() }),
  })
  .meta({ id: 'Learning' });

/**
 * A student's progress in a class. It is short even if the class has hundreds of lessons: those that are `done`, and those
 * that are `started`: opened and not done, or with a video that was stopped before its end. Neither list has an order.
 */
export const ownProgressSchema = z
  .object({
    done: z.array(idSchema),
    started: z.array(lessonProgressSchema.pick({ lessonId: true, position: true })),
    learning: learningSchema.nullable(),
  })
  .meta({ id: 'OwnProgress' });

/**
 * A lesson with its content. `text` is Markdown. Only the class's teacher and admins receive `status` and `version`.
 * Only enrolled students who have opened the lesson receive `progress`.
 */
export const lessonSchema = lessonEntrySchema
  .extend({
    classId: idSchema,
    sectionId: idSchema,
    text: z.string(),
    video: embeddedVideoSchema.optional(),
    file: storedFileSchema.optional().describe('The uploaded video, or the file of the lesson'),
    poster: z.string().optional().describe('The picture that an uploaded video shows before it starts'),
    captions: z.array(captionsSchema).optional(),
    updatedAt: timestampSchema,
    status: z.enum(LESSON_STATUSES).optional(),
    version: z.int().optional(),
    progress: lessonProgressSchema.optional(),
  })
  .meta({ id: 'Lesson' });

interface Published {
  kind: string;
  text: string;
  video: string;
  file: string | null;
}

/** What a lesson lacks to be published, depending on its kind. */
const findMissingContent = ({ kind, text, video, file }: Published) => {
  if (kind === 'article' && text.trim() === '')
    return { path: ['text'], message: 'An article needs some text before it can be published' };
  if (kind === 'video' && video === '' && file === null)
    return { path: ['video'], message: 'Upload a video or enter its URL before you publish' };
  if (kind === 'file' && file === null)
    return { path: ['file'], message: 'Upload the file before you publish' };
  return undefined;
};

/** A field of a lesson that does not go with its kind or with its other fields. */
const findMisplacedContent = ({
  kind,
  video,
  file,
  captions,
}: Published & { captions: readonly unknown[] }) => {
  if (kind === 'article' && file !== null) return { path: ['file'], message: 'An article has no file' };
  if (video !== '' && file !== null)
    return { path: ['video'], message: 'Upload a video or enter its URL, but not both' };
  if (captions.length > 0 && (kind !== 'video' || file === null))
    return { path: ['captions'], message: 'Only an uploaded video has captions' };
  return undefined;
};

const isUnique = (values: readonly string[]): boolean => new Set(values).size === values.length;

export const versionSchema = editVersionSchema.min(1).describe('The version that the change is based on');

/**
 * The form of a lesson. `video` is an address of YouTube or Vimeo, or empty. `minutes` is null if it is not set. `file`
 * is the id of an uploaded video or, for a lesson of the kind `file`, of its file. Only an uploaded video has a poster
 * and captions.
 */
export const lessonInputSchema = z
  .object({
    kind: z.enum(LESSON_KINDS),
    title: singleLineSchema(TEXT_LIMITS.title, 'Title'),
    minutes: minutesSchema.nullable(),
    isPreview: z.boolean(),
    status: z.enum(LESSON_STATUSES),
    text: markdownSchema(TEXT_LIMITS.lesson, 'Text'),
    video: z
      .string()
      .trim()
      .max(TEXT_LIMITS.url, `At most ${TEXT_LIMITS.url} characters`)
      .refine(
        (address) => address === '' || parseVideoUrl(address) !== undefined,
        'Enter the URL of a YouTube or Vimeo video',
      ),
    file: idSchema.nullable().default(null),
    poster: z
      .string()
      .refine(
        (address) => address === '' || parsePictureUrl(address) !== undefined,
        'Upload the picture of the video',
      )
      .default(''),
    captions: z
      .array(z.object({ language: languageSchema, file: idSchema }))
      .max(MAX_CAPTIONS, `At most ${MAX_CAPTIONS} languages`)
      .refine((captions) => isUnique(captions.map(({ language }) => language)), 'Each language only once')
      .default([]),
    version: versionSchema,
  })
  .superRefine((lesson, context) => {
    const lack = lesson.status === 'published' ? findMissingContent(lesson) : undefined;
    if (lack) context.addIssue({ code: 'custom', ...lack });
    const misplaced = findMisplacedContent(lesson);
    if (misplaced) context.addIssue({ code: 'custom', ...misplaced });
  });

/**
 * A student's progress in a lesson. An empty object only records that the student has opened the lesson. `age` is the
 * number of seconds since that. What another device has recorded since then stays: the lesson opened last, a position,
 * and that the lesson is done.
 */
export const lessonProgressInputSchema = z.object({
  isDone: z.boolean().optional(),
  position: z.int().min(0).max(MAX_VIDEO_SECONDS).optional(),
  age: z.number().min(0).max(MAX_PROGRESS_AGE).optional(),
});

export type LessonEntry = z.infer<typeof lessonEntrySchema>;
export type Lesson = z.infer<typeof lessonSchema>;
export type LessonInput = z.infer<typeof lessonInputSchema>;
export type LessonProgress = z.infer<typeof lessonProgressSchema>;
export type OwnProgress = z.infer<typeof ownProgressSchema>;
export type Learning = z.infer<typeof learningSchema>;
export type LessonProgressInput = z.infer<typeof lessonProgressInputSchema>;

const tag = 'Curriculum';

export const getLesson = defineCall({
  method: 'GET',
  path: '/lessons/:id',
  summary:
    'A lesson: for students of the class, its teacher and admins; a free preview of a published class for anyone',
  tag,
  authorization: 'optional',
  params: idParamsSchema,
  response: lessonSchema,
});

export const updateLesson = defineCall({
  method: 'PUT',
  path: '/lessons/:id',
  summary: 'Change a lesson. 409 `edit_conflict` with the `current` lesson if it has changed since `version`',
  tag,
  authorization: 'required',
  limit: 'editing',
  params: idParamsSchema,
  body: lessonInputSchema,
  response: z.object({ version: z.int() }),
});

export const moveLesson = defineCall({
  method: 'PATCH',
  path: '/lessons/:id/place',
  summary: 'Move a lesson into a section of the same class, before another lesson or to the end',
  tag,
  authorization: 'required',
  limit: 'editing',
  params: idParamsSchema,
  body: z.object({ sectionId: idSchema, before: idSchema.nullable() }),
  response: modifiedResponseSchema,
});

export const deleteLesson = defineCall({
  method: 'DELETE',
  path: '/lessons/:id',
  summary:
    'Delete a lesson with the progress, notes, questions and answers of its readers. 409 while one of the posts is hidden or has open reports',
  tag,
  authorization: 'required',
  limit: 'editing',
  params: idParamsSchema,
  response: deletedResponseSchema,
});

export const saveLessonProgress = defineCall({
  method: 'PUT',
  path: '/lessons/:id/progress',
  summary:
    'Record that the caller has opened a lesson, has completed it, or where they have stopped its video',
  tag,
  authorization: 'required',
  limit: 'progress',
  params: idParamsSchema,
  body: lessonProgressInputSchema,
  response: lessonProgressSchema,
});

export const listLessonProgress = defineCall({
  method: 'GET',
  path: '/classes/:id/lesson-progress',
  summary:
    "The caller's progress in the published lessons of a class: which are done or started, and the lesson to continue with",
  tag,
  authorization: 'required',
  params: idParamsSchema,
  response: ownProgressSchema,
});
