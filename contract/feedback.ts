import { z } from 'zod';
import { defineCall } from './call.ts';
import { idSchema, timestampSchema } from './common.ts';
import { pageQuerySchema } from './paging.ts';

export const RATING = { min: 1, max: 5 } as const;

export const ratingSchema = z
  .int('Rating must be a whole number')
  .min(RATING.min, `Rating must be at least ${RATING.min}`)
  .max(RATING.max, `Rating must be at most ${RATING.max}`);

/**
 * The reply of the class's teacher. `isOutdated`: the student has changed the feedback since, so the reply may be about
 * other words.
 */
export const replySchema = z.object({
  text: z.string(),
  name: z.string(),
  image: z.string(),
  isOutdated: z.boolean(),
});

/** A student's feedback on a class, without the email address. */
export const feedbackSchema = z
  .object({
    _id: idSchema,
    classId: idSchema,
    feedback: z.string(),
    rating: ratingSchema,
    user: z.object({ name: z.string(), image: z.string() }),
    updatedAt: timestampSchema,
    reply: replySchema.optional(),
  })
  .meta({ id: 'Feedback' });

/** The ratings of a class. `distribution` counts the ratings with one star, two stars, and so on up to five. */
export const ratingSummarySchema = z
  .object({
    count: z.int().min(0),
    average: z.number().nullable(),
    distribution: z.array(z.int().min(0)).length(RATING.max),
  })
  .meta({ id: 'RatingSummary' });

export type RatingSummary = z.infer<typeof ratingSummarySchema>;
export type Feedback = z.infer<typeof feedbackSchema>;

const tag = 'Feedback';

export const listFeedback = defineCall({
  method: 'GET',
  path: '/feedback',
  summary: 'Feedback of students, newest first',
  tag,
  authorization: 'none',
  query: pageQuerySchema.omit({ q: true }).extend({ classId: idSchema.optional() }),
  response: z.array(feedbackSchema),
});

export const getRatingSummary = defineCall({
  method: 'GET',
  path: '/feedback/summary',
  summary: 'The rating summary of a class',
  tag,
  authorization: 'none',
  query: z.object({ classId: idSchema }),
  response: ratingSummarySchema,
});
