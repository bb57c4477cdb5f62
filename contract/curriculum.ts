import { z } from 'zod';
import { defineCall } from './call.ts';
import {
  deletedResponseSchema,
  idParamsSchema,
  idSchema,
  keyed,
  modifiedResponseSchema,
  singleLineSchema,
  timestampSchema,
} from './common.ts';
import { TEXT_LIMITS } from './text-limits.ts';
import { LESSON_KINDS, LESSON_STATUSES, lessonEntrySchema, versionSchema } from './lessons.ts';

/** The limits of a curriculum. `outcomes` are the lines of "What you will learn". */
export const CURRICULUM_LIMITS = { sections: 50, lessons: 500, outcomes: 12 } as const;

/**
 * The published lessons of a class by section, without empty sections. `minutes` is the total length. `updatedAt` is
 * when a published lesson last changed; absent if there is none.
 */
export const curriculumSchema = z
  .object({
    outcomes: z.array(z.string()),
    sections: z.array(z.object({ _id: idSchema, title: z.string(), lessons: z.array(lessonEntrySchema) })),
    lessons: z.int().min(0),
    minutes: z.int().min(0),
    updatedAt: timestampSchema.optional(),
  })
  .meta({ id: 'Curriculum' });

/** A curriculum as its teacher edits it: with drafts, and the versions on which changes are based. */
export const curriculumDraftSchema = z
  .object({
    title: z.string().describe('The title of the class'),
    outcomes: z.array(z.string()),
    version: z.int().describe('The version of `outcomes`'),
    sections: z.array(
      z.object({
        _id: idSchema,
        title: z.string(),
        version: z.int(),
        lessons: z.array(lessonEntrySchema.extend({ status: z.enum(LESSON_STATUSES) })),
      }),
    ),
  })
  .meta({ id: 'CurriculumDraft' });

/** What members of a class have written under its lessons. Lessons without any of it are left out. */
export const contributionsSchema = z
  .object({
    lessons: z.array(
      z.object({
        lessonId: idSchema,
        notes: z.int().min(0).describe('The number of private notes on it'),
        posts: z.int().min(0).describe('The number of questions and answers under it'),
      }),
    ),
  })
  .meta({ id: 'Contributions' });

const sectionTitleSchema = singleLineSchema(TEXT_LIMITS.title, 'Title');

export const outcomesInputSchema = z.object({
  outcomes: z
    .array(singleLineSchema(TEXT_LIMITS.title, 'Each line'))
    .max(CURRICULUM_LIMITS.outcomes, `At most ${CURRICULUM_LIMITS.outcomes} lines`),
  version: versionSchema,
});
export const newSectionSchema = z.object({ title: sectionTitleSchema });
export const newLessonSchema = z.object({ kind: z.enum(LESSON_KINDS), title: sectionTitleSchema });

export type Curriculum = z.infer<typeof curriculumSchema>;
export type CurriculumDraft = z.infer<typeof curriculumDraftSchema>;
export type Contributions = z.infer<typeof contributionsSchema>;
export type NewLesson = z.infer<typeof newLessonSchema>;

const tag = 'Curriculum';
const createdSchema = z.object({ insertedId: idSchema });
const changedSchema = z.object({ version: z.int() });

export const getCurriculum = defineCall({
  method: 'GET',
  path: '/classes/:id/curriculum',
  summary: 'The published lessons of a class that the caller may see, without their content',
  tag,
  authorization: 'optional',
  params: idParamsSchema,
  response: curriculumSchema,
});

export const getCurriculumDraft = defineCall({
  method: 'GET',
  path: '/classes/:id/curriculum/draft',
  summary: 'All lessons of a class, drafts too, for its teacher',
  tag,
  authorization: 'required',
  params: idParamsSchema,
  response: curriculumDraftSchema,
});

export const getContributions = defineCall({
  method: 'GET',
  path: '/classes/:id/curriculum/contributions',
  summary: 'How many notes, questions and answers would be deleted with each lesson of a class',
  tag,
  authorization: 'required',
  params: idParamsSchema,
  response: contributionsSchema,
});

export const updateOutcomes = defineCall({
  method: 'PUT',
  path: '/classes/:id/curriculum/outcomes',
  summary:
    'Set what students of a class will learn. 409 `edit_conflict` with the `current` lines if they have changed since `version`',
  tag,
  authorization: 'required',
  limit: 'editing',
  params: idParamsSchema,
  body: outcomesInputSchema,
  response: changedSchema,
});

export const createSection = defineCall({
  method: 'POST',
  path: '/classes/:id/sections',
  summary: `Add a section at the end; a class has at most ${CURRICULUM_LIMITS.sections}`,
  tag,
  authorization: 'required',
  limit: 'editing',
  params: idParamsSchema,
  body: keyed(newSectionSchema),
  response: createdSchema,
});

export const updateSection = defineCall({
  method: 'PUT',
  path: '/sections/:id',
  summary: 'Rename a section. 409 `edit_conflict` with the `current` title if it has changed since `version`',
  tag,
  authorization: 'required',
  limit: 'editing',
  params: idParamsSchema,
  body: newSectionSchema.extend({ version: versionSchema }),
  response: changedSchema,
});

export const moveSection = defineCall({
  method: 'PATCH',
  path: '/sections/:id/place',
  summary: 'Move a section before another one of the class or to the end',
  tag,
  authorization: 'required',
  limit: 'editing',
  params: idParamsSchema,
  body: z.object({ before: idSchema.nullable() }),
  response: modifiedResponseSchema,
});

export const deleteSection = defineCall({
  method: 'DELETE',
  path: '/sections/:id',
  summary: 'Delete a section with its lessons and the progress of students in them',
  tag,
  authorization: 'required',
  limit: 'editing',
  params: idParamsSchema,
  response: deletedResponseSchema,
});

export const createLesson = defineCall({
  method: 'POST',
  path: '/sections/:id/lessons',
  summary: `Add a draft of a lesson at the end of a section; a class has at most ${CURRICULUM_LIMITS.lessons}`,
  tag,
  authorization: 'required',
  limit: 'editing',
  params: idParamsSchema,
  body: keyed(newLessonSchema),
  response: createdSchema,
});
