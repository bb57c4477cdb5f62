import { z } from 'zod';
import { defineCall } from './call.ts';
import { idSchema } from './common.ts';
import { ratingSummarySchema } from './feedback.ts';

/** For how many days a student counts as new. */
export const NEW_STUDENT_DAYS = 7;

/** How many classes with new students are listed. */
export const MAX_CLASSES_WITH_NEW_STUDENTS = 5;

/**
 * Counts each new student once, even in several classes. `classes` are those with the most new students. `rating` covers
 * all classes that the teacher has not deleted.
 */
export const getTeachingSummary = defineCall({
  method: 'GET',
  path: '/teaching-summary',
  summary: `The students who enrolled in the caller’s classes in the last ${NEW_STUDENT_DAYS} days, and the ratings of all their classes`,
  tag: 'Classes',
  authorization: 'required',
  response: z
    .object({
      newStudents: z.object({
        count: z.int().min(0),
        classes: z
          .array(z.object({ _id: idSchema, title: z.string(), count: z.int().min(1) }))
          .max(MAX_CLASSES_WITH_NEW_STUDENTS),
      }),
      rating: ratingSummarySchema,
    })
    .meta({ id: 'TeachingSummary' }),
});

export type TeachingSummary = z.infer<typeof getTeachingSummary.response>;
