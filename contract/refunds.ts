import { z } from 'zod';
import { defineCall } from './call.ts';
import {
  idParamsSchema,
  idSchema,
  keyed,
  modifiedResponseSchema,
  textSchema,
  timestampSchema,
} from './common.ts';
import { TEXT_LIMITS } from './text-limits.ts';
import { moneySchema } from './money.ts';

/** `requested`: the provider has not responded yet. The other statuses are the provider's. */
export const REFUND_STATUSES = [
  'requested',
  'pending',
  'requires_action',
  'succeeded',
  'failed',
  'canceled',
] as const;

/** A refund of a payment, wherever it was made. `amount` is in major units of the payment's currency. */
export const refundEntrySchema = z
  .object({
    _id: idSchema,
    date: timestampSchema,
    amount: z.number(),
    status: z.enum(REFUND_STATUSES),
    /** `automatic`: the payment could not be delivered; `provider`: made in the provider's dashboard. */
    origin: z.enum(['admin', 'automatic', 'provider']),
    reason: z.string().optional(),
    /** The provider's reason for the failure. Only admins receive it. */
    failureReason: z.string().optional(),
    /** The part of a failed refund that the payer has not received since, in major units. Only admins receive it. */
    owed: z.number().positive().optional(),
    /** How a failed refund was paid by other means, and its amount in major units. Only admins receive it. */
    settled: z
      .object({ amount: z.number().positive(), date: timestampSchema, reason: z.string() })
      .optional(),
  })
  .meta({ id: 'RefundEntry' });

export type RefundEntry = z.infer<typeof refundEntrySchema>;

const tag = 'Payments';

/** `amount` is in major units. Default: the whole remaining amount. */
export const refundSchema = z.object({
  reason: textSchema(TEXT_LIMITS.reason, 'Reason'),
  amount: moneySchema('Amount').positive('Amount must be above 0').optional(),
});

export type Refund = z.infer<typeof refundSchema>;

export const refundPayment = defineCall({
  method: 'POST',
  path: '/payments/:id/refund',
  summary: 'Refund a payment in full or in part; a full refund ends the enrollment',
  tag,
  authorization: 'required',
  limit: 'review',
  params: idParamsSchema,
  body: keyed(refundSchema),
  response: modifiedResponseSchema,
});

/** The form that records how a failed refund was settled by other means. */
export const refundSettlementSchema = z.object({
  reason: textSchema(TEXT_LIMITS.reason, 'How it was paid back'),
});

export const settleRefund = defineCall({
  method: 'POST',
  path: '/payments/:id/refund-settlement',
  summary: 'Mark a failed refund as paid by other means; a full refund ends the enrollment',
  tag,
  authorization: 'required',
  limit: 'review',
  params: idParamsSchema,
  /** Default: all failed refunds of the payment. */
  body: refundSettlementSchema.extend({ refundId: idSchema.optional() }),
  response: modifiedResponseSchema,
});
