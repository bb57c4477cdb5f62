import { z } from 'zod';
import { defineCall } from './call.ts';
import { idParamsSchema, idSchema, modifiedResponseSchema, timestampSchema } from './common.ts';
import { ratingSchema, replySchema } from './feedback.ts';
import { listQuerySchema } from './paging.ts';
import { hidingSchema } from './review.ts';

/** Feedback as admins see it. `title` is the title of the class; `hiddenReason` is absent if the feedback is public. */
export const moderatedFeedbackSchema = z
  .object({
    _id: idSchema,
    classId: idSchema,
    title: z.string(),
    date: timestampSchema,
    changedAt: timestampSchema.describe('When the feedback or the reply to it was last changed'),
    feedback: z.string(),
    rating: ratingSchema,
    user: z.object({ name: z.string(), email: z.string(), image: z.string() }),
    reply: replySchema.optional(),
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

export type ModeratedFeedback = z.infer<typeof moderatedFeedbackSchema>;
export type ModeratedFeedbackQuery = z.infer<typeof moderatedFeedbackQuerySchema>;

const tag = 'Feedback';

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
  summary:
    'Hide feedback: it is no longer public and does not count in ratings; its author reads the reason. 409 `edit_conflict` if it has changed since `changedAt`',
  tag,
  authorization: 'required',
  limit: 'review',
  params: idParamsSchema,
  body: hidingSchema,
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
