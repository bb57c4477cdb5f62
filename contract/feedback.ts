import { z } from 'zod';
import { defineCall } from './call.ts';
import { idSchema, insertedResponseSchema, textSchema } from './common.ts';
import { RATING, TEXT_LIMITS } from './constants.ts';
import { pageQuerySchema } from './paging.ts';

const ratingSchema = z
  .int('Rating must be a whole number')
  .min(RATING.min, `Rating must be at least ${RATING.min}`)
  .max(RATING.max, `Rating must be at most ${RATING.max}`);

/** A student's feedback on a class, without the email address. */
export const feedbackSchema = z
  .object({
    _id: idSchema,
    classId: idSchema,
    feedback: z.string(),
    rating: ratingSchema,
    user: z.object({ name: z.string(), image: z.string() }),
  })
  .meta({ id: 'Feedback' });

/** The feedback form. `user` is accepted, but the server uses the caller's own record instead. */
export const feedbackInputSchema = z.object({
  classId: idSchema,
  feedback: textSchema(TEXT_LIMITS.feedback, 'Feedback'),
  rating: ratingSchema,
  user: z.looseObject({}).optional(),
});

/** The ratings of a class. `distribution` counts the ratings with one star, two stars, and so on up to five. */
export const ratingSummarySchema = z
  .object({
    count: z.int().min(0),
    average: z.number().nullable(),
    distribution: z.array(z.int().min(0)).length(RATING.max),
  })
  .meta({ id: 'RatingSummary' });

export type FeedbackInput = z.infer<typeof feedbackInputSchema>;
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

export const getOwnFeedback = defineCall({
  method: 'GET',
  path: '/feedback/own',
  summary: "The caller's own feedback on a class, or null",
  tag,
  authorization: 'required',
  query: z.object({ classId: idSchema }),
  response: z.object({ feedback: feedbackSchema.nullable() }),
});

export const giveFeedback = defineCall({
  method: 'POST',
  path: '/feedback',
  summary: 'Give feedback on a class that the caller is enrolled in; it replaces earlier feedback',
  tag,
  authorization: 'required',
  limit: 'writing',
  body: feedbackInputSchema,
  response: insertedResponseSchema,
});
