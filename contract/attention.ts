import { z } from 'zod';
import { defineCall } from './call.ts';
import { idParamsSchema, idSchema, modifiedResponseSchema, textSchema, timestampSchema } from './common.ts';
import { TEXT_LIMITS } from './text-limits.ts';

/**
 * The kinds of things that need an admin. `unsettled`: a payment, or what a dispute over a part has left of it, led to
 * neither an enrollment nor a refund. `missing row`: a payment was charged by this shop, which has no record of it.
 * `event`: an event of the provider cannot be handled. `mismatch`: the check of the books found an error.
 */
export const ATTENTION_KINDS = [
  'refund failed',
  'refund delayed',
  'unsettled',
  'dispute',
  'dispute lost',
  'missing row',
  'event',
  'mismatch',
] as const;

/** One thing that needs an admin: what is wrong, and what to do. */
export const attentionSchema = z
  .object({
    kind: z.enum(ATTENTION_KINDS),
    since: timestampSchema,
    /** The deadline for acting on it. */
    deadline: timestampSchema.optional(),
    what: z.string(),
    todo: z.string(),
    paymentId: idSchema.optional(),
    /** The payer, the class, and the amount of the payment in major units of `currency`. */
    payment: z
      .object({ name: z.string(), title: z.string(), price: z.number(), currency: z.string() })
      .optional(),
    /** Whether a dispute is undecided, so that nothing can be refunded yet. */
    isDisputed: z.boolean(),
    transactionId: z.string().optional(),
    /** The refund that failed. */
    refundId: idSchema.optional(),
    /** The id of the provider's event, which can be retried. */
    eventId: z.string().optional(),
    /** The id of the mismatch, which can be checked again. */
    findingId: idSchema.optional(),
  })
  .meta({ id: 'Attention' });

export type Attention = z.infer<typeof attentionSchema>;

const tag = 'Payments';

export const listAttention = defineCall({
  method: 'GET',
  path: '/payments/attention',
  summary: 'Payment issues that need an admin, oldest first',
  tag,
  authorization: 'required',
  response: z.array(attentionSchema),
});

/**
 * `end`: the enrollment ends because money was lost; what was not lost remains to be refunded. `gift`: the user keeps the
 * class anyway.
 */
export const disputeDecisionSchema = z.object({
  decision: z.enum(['end', 'gift']),
  reason: textSchema(TEXT_LIMITS.reason, 'Reason'),
});

export type DisputeDecision = z.infer<typeof disputeDecisionSchema>;

export const decideDispute = defineCall({
  method: 'POST',
  path: '/payments/:id/dispute-decision',
  summary: 'Decide on the enrollment of a payment whose dispute was lost',
  tag,
  authorization: 'required',
  limit: 'review',
  params: idParamsSchema,
  body: disputeDecisionSchema,
  response: modifiedResponseSchema,
});

export const syncPayment = defineCall({
  method: 'POST',
  path: '/payments/:id/sync',
  summary: 'Reconcile a payment with the card provider',
  tag,
  authorization: 'required',
  limit: 'review',
  params: idParamsSchema,
  response: modifiedResponseSchema,
});

export const retryPaymentEvent = defineCall({
  method: 'POST',
  path: '/payments/events/:id/retry',
  summary: 'Retry an event of the card provider now',
  tag,
  authorization: 'required',
  limit: 'review',
  params: z.object({ id: z.string().regex(/^evt_[A-Za-z0-9_-]{1,200}$/, 'Must be an event id, evt_…') }),
  response: modifiedResponseSchema,
});

export const recheckBooks = defineCall({
  method: 'POST',
  path: '/payments/findings/:id/retry',
  summary: 'Recheck a finding of the nightly check of the books',
  tag,
  authorization: 'required',
  limit: 'review',
  params: idParamsSchema,
  response: modifiedResponseSchema,
});
