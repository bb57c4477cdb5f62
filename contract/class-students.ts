import { z } from 'zod';
import { defineCall } from './call.ts';
import { idParamsSchema, idSchema, timestampSchema } from './common.ts';
import { listQuerySchema } from './paging.ts';

/**
 * A student of a class as its teacher sees them. `_id` is the enrollment's id. `done` is the number of published
 * lessons that the student has done. `marks` is null while there are none; with `hasSubmitted`, the work is waiting to be
 * graded. `seenAt` is absent if the student has not opened a lesson.
 */
export const classStudentSchema = z
  .object({
    _id: idSchema,
    name: z.string(),
    image: z.string(),
    enrolledAt: timestampSchema,
    done: z.int().min(0),
    seenAt: timestampSchema.optional(),
    marks: z.int().nullable(),
    hasSubmitted: z.boolean().describe('Whether the student has submitted the assignment'),
    hasCertificate: z.boolean(),
  })
  .meta({ id: 'ClassStudent' });

/** How many students have done each published lesson of a class, in order. */
export const lessonCountsSchema = z
  .object({
    students: z.int().min(0),
    lessons: z.array(
      z.object({ _id: idSchema, section: z.string(), title: z.string(), done: z.int().min(0) }),
    ),
  })
  .meta({ id: 'LessonCounts' });

/** `progress` counts the published lessons that a student has done. */
export const CLASS_STUDENT_SORTS = ['newest', 'oldest', 'name', '-name', 'progress', '-progress'] as const;

export const classStudentQuerySchema = listQuerySchema(CLASS_STUDENT_SORTS);

export type ClassStudent = z.infer<typeof classStudentSchema>;
export type ClassStudentQuery = z.infer<typeof classStudentQuerySchema>;

const tag = 'Curriculum';

export const listClassStudents = defineCall({
  method: 'GET',
  path: '/classes/:id/students',
  summary: 'The students of a class and their progress; newest first by default',
  tag,
  authorization: 'required',
  params: idParamsSchema,
  query: classStudentQuerySchema,
  response: z.array(classStudentSchema),
});

export const getLessonCounts = defineCall({
  method: 'GET',
  path: '/classes/:id/lesson-counts',
  summary: 'How many students have completed each lesson of a class',
  tag,
  authorization: 'required',
  params: idParamsSchema,
  response: lessonCountsSchema,
});

export const exportClassStudents = defineCall({
  method: 'GET',
  path: '/classes/:id/students.csv',
  summary: 'The students of a class and their progress as CSV, newest first',
  tag,
  authorization: 'required',
  format: 'csv',
  params: idParamsSchema,
  response: z.string(),
});
