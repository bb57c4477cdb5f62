import { z } from 'zod';
import { optionalTextSchema, textSchema, timestampSchema } from './common.ts';
import { TEXT_LIMITS } from './text-limits.ts';

/** The statuses of what admins review. `approve` and `rejected` are also what the calls send. */
export const REVIEW_STATUSES = ['Pending', 'approve', 'rejected'] as const;

/** The statuses of classes. A draft is seen only by its teacher, until they submit it for review. */
export const CLASS_STATUSES = ['Draft', ...REVIEW_STATUSES] as const;

export const reviewStatusSchema = z.enum(REVIEW_STATUSES);
export const classStatusSchema = z.enum(CLASS_STATUSES);

/** The optional reason for a rejection, shown to the user who is rejected. */
export const reasonSchema = optionalTextSchema(TEXT_LIMITS.reason);

/** A required reason. */
export const requiredReasonSchema = textSchema(TEXT_LIMITS.reason, 'Reason');

/** The body of a call that hides a text. Without `changedAt`, whatever is stored is hidden. */
export const hidingSchema = z.object({
  reason: requiredReasonSchema,
  changedAt: timestampSchema.optional().describe('When the text that was reviewed was changed'),
});
