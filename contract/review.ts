import { z } from 'zod';
import { optionalTextSchema, TEXT_LIMITS, textSchema } from './common.ts';

/** The statuses of classes and teacher requests. `approve` and `rejected` are also what the calls send. */
export const REVIEW_STATUSES = ['Pending', 'approve', 'rejected'] as const;

export const reviewStatusSchema = z.enum(REVIEW_STATUSES);

/** The optional reason for a rejection, shown to the user who is rejected. */
export const reasonSchema = optionalTextSchema(TEXT_LIMITS.reason, 'Reason');

/** A required reason. */
export const requiredReasonSchema = textSchema(TEXT_LIMITS.reason, 'Reason');
