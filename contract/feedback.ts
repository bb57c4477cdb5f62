import { z } from 'zod';
import { defineCall } from './call.ts';
import { idSchema, insertedResponseSchema, textSchema } from './common.ts';
import { RATING, TEXT_LIMITS } from './constants.ts';
import { pageQuerySchema } from './paging.ts';

const ratingSchema = z
  .int('A rating is a whole number')
  .min(RATING.min, `A rating is at least ${RATING.min}`)
  .max(RATING.max, `A rating is at most ${RATING.max}`);

/** One person's feedback on a class, without an email address. */
export const feedbackSchema = z
  .object({
    _id: idSchema,
    classId: idSchema,
    feedback: z.string(),
    rating: ratingSchema,
    user: z.object({ name: z.string(), image: z.string() }),
  })
  .meta({ id: 'Feedback' });

/** `user` is accepted as the form sends it and replaced by what the server knows of the person. */
export const feedbackInputSchema = z.object({
  classId: idSchema,
  feedback: textSchema(TEXT_LIMITS.feedback, 'Feedback'),
  rating: ratingSchema,
  user: z.looseObject({}).optional(),
});

/** What a class is rated: `distribution` has how many gave one star, two, and so on to five. */
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
  summary: 'What students say, newest first',
  tag,
  authorization: 'none',
  query: pageQuerySchema.omit({ q: true }).extend({ classId: idSchema.optional() }),
  response: z.array(feedbackSchema),
});

export const getRatingSummary = defineCall({
  method: 'GET',
  path: '/feedback/summary',
  summary: 'How a class is rated',
  tag,
  authorization: 'none',
  query: z.object({ classId: idSchema }),
  response: ratingSummarySchema,
});

export const getOwnFeedback = defineCall({
  method: 'GET',
  path: '/feedback/own',
  summary: 'What the signed-in person said of a class, or null',
  tag,
  authorization: 'required',
  query: z.object({ classId: idSchema }),
  response: z.object({ feedback: feedbackSchema.nullable() }),
});

export const giveFeedback = defineCall({
  method: 'POST',
  path: '/feedback',
  summary: 'Give feedback on a class one is enrolled in; a second replaces the first',
  tag,
  authorization: 'required',
  limit: 'writing',
  body: feedbackInputSchema,
  response: insertedResponseSchema,
});
