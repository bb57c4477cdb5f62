import { z } from 'zod';
import { defineCall } from './call.ts';
import {
  deletedResponseSchema,
  idParamsSchema,
  modifiedResponseSchema,
  textSchema,
  timestampSchema,
} from './common.ts';
import { TEXT_LIMITS } from './text-limits.ts';
import { requiredReasonSchema } from './review.ts';

/** `updatedAt` is that of the feedback which the teacher has read. Without it, the reply is to whatever is stored. */
export const feedbackReplySchema = z.object({
  text: textSchema(TEXT_LIMITS.feedback, 'Reply'),
  updatedAt: timestampSchema.optional(),
});

export type FeedbackReply = z.infer<typeof feedbackReplySchema>;

/** The form that reports feedback. Every user can report, so a reason is required. */
export const feedbackReportSchema = z.object({ reason: requiredReasonSchema });

const tag = 'Feedback';

export const replyToFeedback = defineCall({
  method: 'PUT',
  path: '/feedback/:id/reply',
  summary:
    "Reply to feedback, or change the reply; for the class's teacher. There is one reply to each, and its author is notified of it once. 409 `edit_conflict` with the `current` feedback if it has changed since `updatedAt`",
  tag,
  authorization: 'required',
  limit: 'writing',
  params: idParamsSchema,
  body: feedbackReplySchema,
  response: modifiedResponseSchema,
});

export const deleteReply = defineCall({
  method: 'DELETE',
  path: '/feedback/:id/reply',
  summary: "Delete the caller's own reply to feedback",
  tag,
  authorization: 'required',
  limit: 'writing',
  params: idParamsSchema,
  response: deletedResponseSchema,
});

export const reportFeedback = defineCall({
  method: 'POST',
  path: '/feedback/:id/report',
  summary:
    'Report public feedback of somebody else to the admins. A repeat changes nothing, unless the feedback has changed since the report was dismissed',
  tag,
  authorization: 'required',
  limit: 'writing',
  params: idParamsSchema,
  body: feedbackReportSchema,
  response: modifiedResponseSchema,
});
