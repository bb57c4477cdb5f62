import { z } from 'zod';
import { defineCall } from './call.ts';
import { classInputSchema, classUpdateSchema } from './classes.ts';
import {
  deletedResponseSchema,
  idParamsSchema,
  insertedResponseSchema,
  keyed,
  modifiedResponseSchema,
} from './common.ts';
import { reasonSchema, requiredReasonSchema } from './review.ts';

const tag = 'Classes';

/** How many classes of a teacher can await review. */
export const MAX_PENDING_CLASSES = 100;
/** How many drafts of classes a teacher can have. */
export const MAX_DRAFT_CLASSES = 50;

export const createClass = defineCall({
  method: 'POST',
  path: '/classes',
  summary: 'Add a class, which is then pending review',
  tag,
  authorization: 'required',
  limit: 'writing',
  body: keyed(classInputSchema),
  response: insertedResponseSchema,
});

export const updateClass = defineCall({
  method: 'PUT',
  path: '/classes/:id',
  summary: 'Update a class. 409 `edit_conflict` if it has changed since `revision`',
  tag,
  authorization: 'required',
  limit: 'writing',
  params: idParamsSchema,
  body: classUpdateSchema.extend({
    revision: z
      .int()
      .optional()
      .describe('The revision that the update is based on. Default: the current one'),
  }),
  response: modifiedResponseSchema,
});

export const approveClass = defineCall({
  method: 'PATCH',
  path: '/classes/:id',
  summary: 'Approve a pending class',
  tag,
  authorization: 'required',
  limit: 'review',
  params: idParamsSchema,
  body: z.object({
    status: z.literal('approve'),
    revision: z.int().optional().describe('The revision that was reviewed: a later one is refused'),
  }),
  response: modifiedResponseSchema,
});

export const rejectClass = defineCall({
  method: 'PATCH',
  path: '/classes/reject/:id',
  summary: 'Reject a pending class. 409 `edit_conflict` if it has changed since `revision`',
  tag,
  authorization: 'required',
  limit: 'review',
  params: idParamsSchema,
  body: z.object({
    status: z.literal('rejected'),
    reason: reasonSchema,
    revision: z.int().optional().describe('The revision that was reviewed'),
  }),
  response: modifiedResponseSchema,
});

export const withdrawClass = defineCall({
  method: 'PATCH',
  path: '/classes/withdraw/:id',
  summary:
    'Withdraw a published class: its students keep access, and its teacher may correct and resubmit it',
  tag,
  authorization: 'required',
  limit: 'review',
  params: idParamsSchema,
  body: z.object({ status: z.literal('rejected'), reason: requiredReasonSchema }),
  response: modifiedResponseSchema,
});

export const deleteClass = defineCall({
  method: 'DELETE',
  path: '/classes/:id',
  summary: 'Delete a class; a published class is hidden and its students keep access',
  tag,
  authorization: 'required',
  limit: 'writing',
  params: idParamsSchema,
  response: deletedResponseSchema,
});
