import { z } from 'zod';
import { defineCall } from './call.ts';
import { isTimeZone } from './deadline.ts';
import {
  idParamsSchema,
  idSchema,
  linkSchema,
  modifiedResponseSchema,
  optionalTextSchema,
  singleLineSchema,
  textSchema,
  timestampSchema,
  dateSchema,
  numberError,
} from './common.ts';
import { TEXT_LIMITS } from './text-limits.ts';
import { linkQuerySchema, linkResponseSchema, storedFileSchema } from './files.ts';
import { listQuerySchema } from './paging.ts';

export const MARKS = { min: 1, max: 1_000 } as const;

/** The maximum length of a time zone's name, in characters. The longest one has 30. */
const TIME_ZONE_LENGTH = 50;

const marksBetween = (min: number, max: number) =>
  z
    .int({ error: numberError('Marks are required', 'Marks must be a whole number') })
    .min(min, `Marks must be at least ${min}`)
    .max(max, `Marks must be at most ${max}`);

const marksSchema = marksBetween(MARKS.min, MARKS.max);

/** The marks of a submission. */
const givenMarksSchema = (max: number) => marksBetween(0, max);

/** The marks that pass an assignment: those that the teacher has set, or half of its marks, rounded up. */
export const effectivePassMarks = ({
  marks,
  passMarks,
}: {
  marks: number;
  passMarks: number | null;
}): number => passMarks ?? Math.ceil(marks / 2);

/** The single assignment of a class. `dueAt` is the deadline, the end of the day `date` in the time zone it was set in. */
export const assignmentSchema = z
  .object({
    title: z.string(),
    description: z.string(),
    marks: marksSchema,
    passMarks: z.int().describe('The marks needed to pass'),
    date: z.iso.date(),
    timeZone: z.string(),
    dueAt: timestampSchema,
    version: z.int().describe('The version on which a change is based'),
  })
  .meta({ id: 'Assignment' });

/**
 * The Create Assignment form. `name` is read-only in the form and ignored by the server. `timeZone` is the IANA name of
 * the time zone in which the day `date` ends; the default is UTC. `passMarks` is the pass mark; the default is half of
 * the marks. `version` is that of the assignment that the change is based on, 0 if there was none; without it, the change
 * replaces whatever is stored.
 */
export const assignmentInputSchema = z
  .object({
    name: z.string().max(TEXT_LIMITS.name).optional(),
    title: singleLineSchema(TEXT_LIMITS.title, 'Title'),
    description: textSchema(TEXT_LIMITS.description, 'Description'),
    marks: marksSchema,
    passMarks: z
      .int('Marks must be a whole number')
      .min(0, 'Marks must be at least 0')
      .max(MARKS.max, `Marks must be at most ${MARKS.max}`)
      .optional(),
    date: dateSchema,
    timeZone: z.string().max(TIME_ZONE_LENGTH).refine(isTimeZone, 'Unknown time zone').optional(),
    version: z.int().min(0).optional(),
  })
  .refine(({ marks, passMarks = 0 }) => passMarks <= marks, {
    error: 'Pass marks must not exceed the assignment’s marks',
    path: ['passMarks'],
  });

/** How many files a submission may have. */
export const MAX_SUBMISSION_FILES = 10;

/**
 * A student's submission: a text, a link, files, or several of these. `files` are ids of the student's own documents.
 * `submittedAt` and `markedAt` are those of the earlier submission that the student has seen, null if there was none or it
 * was not graded. Without them, the submission replaces whatever is stored.
 */
export const submissionInputSchema = z
  .object({
    text: optionalTextSchema(TEXT_LIMITS.submission),
    link: z.union([linkSchema, z.literal('')]).optional(),
    files: z
      .array(idSchema)
      .max(MAX_SUBMISSION_FILES, `At most ${MAX_SUBMISSION_FILES} files`)
      .refine((ids) => new Set(ids).size === ids.length, 'Each file can be attached only once')
      .optional(),
    submittedAt: timestampSchema.nullable().optional(),
    markedAt: timestampSchema.nullable().optional(),
  })
  .refine(({ text, link, files }) => Boolean(text) || Boolean(link) || Boolean(files?.length), {
    error: 'Enter some text or a link, or add a file',
    path: ['text'],
  });

/** `earlier`: the marks and the comment of the attempt that this one replaced, which did not pass. */
export const submissionSchema = z
  .object({
    _id: idSchema,
    student: z.object({ name: z.string(), image: z.string() }),
    text: z.string(),
    link: z.string(),
    files: z.array(storedFileSchema),
    submittedAt: timestampSchema,
    late: z.boolean(),
    marks: z.int().nullable(),
    comment: z.string(),
    markedAt: timestampSchema.nullable(),
    earlier: z.object({ marks: z.int(), comment: z.string() }).optional(),
  })
  .meta({ id: 'Submission' });

/**
 * `submittedAt` and `markedAt` are those of the submission which the teacher has read; `markedAt` is null if it was not
 * graded. Without them, marks apply to whatever is stored.
 */
export const gradeInputSchema = z.object({
  marks: givenMarksSchema(MARKS.max),
  comment: optionalTextSchema(TEXT_LIMITS.comment),
  submittedAt: timestampSchema.optional(),
  markedAt: timestampSchema.nullable().optional(),
});

/** The form of a teacher who grades an assignment with these marks. */
export const gradeFormSchema = (marks: number) => gradeInputSchema.extend({ marks: givenMarksSchema(marks) });

export const SUBMISSION_SORTS = ['newest', 'oldest', 'name', '-name', 'marks', '-marks'] as const;

export const submissionQuerySchema = listQuerySchema(SUBMISSION_SORTS).extend({
  marked: z.enum(['yes', 'no']).optional(),
});

/** The counts at the top of the class work screen. `marked` counts graded submissions. */
export const classProgressSchema = z
  .object({
    enrollments: z.int().min(0),
    assignments: z.int().min(0),
    submissions: z.int().min(0),
    marked: z.int().min(0),
  })
  .meta({ id: 'ClassProgress' });

/** The maximum number of classes in the list of classes with submissions to grade. */
export const MAX_UNGRADED_CLASSES = 50;

/** A class with ungraded submissions. */
export const ungradedClassSchema = z
  .object({
    _id: idSchema,
    title: z.string(),
    count: z.int().min(1),
    oldest: timestampSchema.describe('When the oldest ungraded submission was made'),
  })
  .meta({ id: 'UngradedClass' });

export type AssignmentInput = z.infer<typeof assignmentInputSchema>;
export type SubmissionInput = z.infer<typeof submissionInputSchema>;
export type SubmissionQuery = z.infer<typeof submissionQuerySchema>;
export type GradeInput = z.infer<typeof gradeInputSchema>;
export type Assignment = z.infer<typeof assignmentSchema>;
export type Submission = z.infer<typeof submissionSchema>;

const tag = 'Assignments';

export const setAssignment = defineCall({
  method: 'PATCH',
  path: '/classes/:id/assignments',
  summary:
    "Set the class's assignment. 409 `edit_conflict` with the `current` assignment if it has changed since `version`",
  tag,
  authorization: 'required',
  limit: 'writing',
  params: idParamsSchema,
  body: assignmentInputSchema,
  response: modifiedResponseSchema,
});

export const getClassProgress = defineCall({
  method: 'GET',
  path: '/classes/:id/progress',
  summary: "Counts of a class's enrollments, assignments and submissions",
  tag,
  authorization: 'required',
  params: idParamsSchema,
  response: classProgressSchema,
});

export const submitAssignment = defineCall({
  method: 'PUT',
  path: '/classes/:id/submission',
  summary:
    'Submit work for the assignment; it replaces an ungraded submission before the deadline, and one that did not pass. 409 `edit_conflict` with the `current` submission if it was graded since `markedAt`, or replaced since `submittedAt`',
  tag,
  authorization: 'required',
  limit: 'writing',
  params: idParamsSchema,
  body: submissionInputSchema,
  response: submissionSchema,
});

export const getOwnSubmission = defineCall({
  method: 'GET',
  path: '/classes/:id/submission',
  summary: "The caller's own submission, or null",
  tag,
  authorization: 'required',
  params: idParamsSchema,
  response: z.object({ submission: submissionSchema.nullable() }),
});

export const listSubmissions = defineCall({
  method: 'GET',
  path: '/classes/:id/submissions',
  summary: 'All submissions for a class; newest first by default',
  tag,
  authorization: 'required',
  params: idParamsSchema,
  query: submissionQuerySchema,
  response: z.array(submissionSchema),
});

export const listUngradedClasses = defineCall({
  method: 'GET',
  path: '/submissions/ungraded',
  summary: `The caller's classes with submissions to grade, longest waiting first; at most ${MAX_UNGRADED_CLASSES}`,
  tag,
  authorization: 'required',
  response: z.array(ungradedClassSchema).max(MAX_UNGRADED_CLASSES),
});

export const getSubmissionFilesLink = defineCall({
  method: 'GET',
  path: '/classes/:id/submission-files/link',
  summary: 'A short-lived link to download all submissions of a class as one ZIP',
  tag,
  authorization: 'required',
  params: idParamsSchema,
  response: linkResponseSchema,
});

export const getSubmissionFiles = defineCall({
  method: 'GET',
  path: '/classes/:id/submission-files',
  summary:
    'A ZIP with a folder for each student: the files of the submission, and its text and link. Requires the link from `/classes/{id}/submission-files/link`',
  tag,
  authorization: 'none',
  format: 'file',
  params: idParamsSchema,
  query: linkQuerySchema,
  response: z.any(),
});

export const gradeSubmission = defineCall({
  method: 'PATCH',
  path: '/submissions/:id',
  summary:
    'Grade a submission with marks and a comment. 409 `edit_conflict` with the `current` submission if the student has replaced the one of `submittedAt`, or somebody has graded it since `markedAt`',
  tag,
  authorization: 'required',
  limit: 'review',
  params: idParamsSchema,
  body: gradeInputSchema,
  response: modifiedResponseSchema,
});
