import { z } from 'zod';
import { defineCall } from './call.ts';
import { requiredReasonSchema } from './review.ts';
import {
  idParamsSchema,
  idSchema,
  insertedResponseSchema,
  modifiedResponseSchema,
  textSchema,
  timestampSchema,
  TEXT_LIMITS,
} from './common.ts';
import { listQuerySchema, pageQuerySchema } from './paging.ts';

export const RATING = { min: 1, max: 5 } as const;

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

/** The caller's own feedback. `hiddenReason` is the reason for which an admin has hidden it, if it is hidden. */
export const ownFeedbackSchema = feedbackSchema
  .extend({ hiddenReason: z.string().optional() })
  .meta({ id: 'OwnFeedback' });

/** Feedback as admins see it. `title` is the title of the class; `hiddenReason` is absent if the feedback is public. */
export const moderatedFeedbackSchema = z
  .object({
    _id: idSchema,
    classId: idSchema,
    title: z.string(),
    date: timestampSchema,
    feedback: z.string(),
    rating: ratingSchema,
    user: z.object({ name: z.string(), email: z.string(), image: z.string() }),
    hiddenReason: z.string().optional(),
  })
  .meta({ id: 'ModeratedFeedback' });

export const FEEDBACK_SORTS = [
  'newest',
  'oldest',
  'name',
  '-name',
  'title',
  '-title',
  'rating',
  '-rating',
] as const;
export const FEEDBACK_STATES = ['public', 'hidden'] as const;

export const moderatedFeedbackQuerySchema = listQuerySchema(FEEDBACK_SORTS).extend({
  state: z.enum(FEEDBACK_STATES).optional(),
});

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
export type OwnFeedback = z.infer<typeof ownFeedbackSchema>;
export type ModeratedFeedback = z.infer<typeof moderatedFeedbackSchema>;
export type ModeratedFeedbackQuery = z.infer<typeof moderatedFeedbackQuerySchema>;

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
  response: z.object({ feedback: ownFeedbackSchema.nullable() }),
});

export const giveFeedback = defineCall({
  method: 'POST',
  path: '/feedback',
  summary:
    'Give feedback on a class that the caller is enrolled in; it replaces earlier feedback, unless an admin has hidden it',
  tag,
  authorization: 'required',
  limit: 'writing',
  body: feedbackInputSchema,
  response: insertedResponseSchema,
});

export const listModeratedFeedback = defineCall({
  method: 'GET',
  path: '/feedback/moderation',
  summary: 'All feedback, hidden or not; newest first unless sorted',
  tag,
  authorization: 'required',
  query: moderatedFeedbackQuerySchema,
  response: z.array(moderatedFeedbackSchema),
});

export const exportFeedback = defineCall({
  method: 'GET',
  path: '/exports/feedback.csv',
  summary: 'All feedback as CSV, newest first',
  tag,
  authorization: 'required',
  format: 'csv',
  response: z.string(),
});

export const hideFeedback = defineCall({
  method: 'PATCH',
  path: '/feedback/hide/:id',
  summary: 'Hide feedback: it is no longer public and does not count in ratings; its author reads the reason',
  tag,
  authorization: 'required',
  limit: 'review',
  params: idParamsSchema,
  body: z.object({ reason: requiredReasonSchema }),
  response: modifiedResponseSchema,
});

export const showFeedback = defineCall({
  method: 'PATCH',
  path: '/feedback/show/:id',
  summary: 'Make hidden feedback public again',
  tag,
  authorization: 'required',
  limit: 'review',
  params: idParamsSchema,
  response: modifiedResponseSchema,
});
