import { z } from 'zod';
import { defineCall } from './call.ts';
import { idSchema, insertedResponseSchema, textSchema } from './common.ts';
import { TEXT_LIMITS } from './text-limits.ts';
import { feedbackSchema, ratingSchema } from './feedback.ts';

/** The caller's own feedback. `hiddenReason` is the reason for which an admin has hidden it, if it is hidden. */
export const ownFeedbackSchema = feedbackSchema
  .extend({ hiddenReason: z.string().optional() })
  .meta({ id: 'OwnFeedback' });

/** The feedback form. `user` is accepted, but the server uses the caller's own record instead. */
export const feedbackInputSchema = z.object({
  classId: idSchema,
  feedback: textSchema(TEXT_LIMITS.feedback, 'Feedback'),
  rating: ratingSchema,
  user: z.looseObject({}).optional(),
});

export type FeedbackInput = z.infer<typeof feedbackInputSchema>;
export type OwnFeedback = z.infer<typeof ownFeedbackSchema>;

const tag = 'Feedback';

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
