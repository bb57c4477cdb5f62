import { z } from 'zod';
import { defineCall } from './call.ts';
import {
  emailSchema,
  idParamsSchema,
  idSchema,
  insertedResponseSchema,
  modifiedResponseSchema,
  textSchema,
  timestampSchema,
} from './common.ts';
import { TEXT_LIMITS } from './constants.ts';
import { priceSchema } from './money.ts';
import { listQuerySchema, pageQuerySchema } from './paging.ts';

export const transactionIdSchema = z
  .string()
  .regex(/^pi_[A-Za-z0-9_]{1,200}$/, 'A transaction id is that of a payment intent, pi_…');

/**
 * `refunding`: the provider has been or will be asked for a refund. `refund failed`: it could not be made, and somebody
 * has to see to it.
 */
export const PAYMENT_STATES = [
  'paid',
  'refunding',
  'refunded',
  'refund failed',
  'disputed',
  'dispute lost',
] as const;

/**
 * What needs an admin. `unsettled`: charged, with neither a class nor a refund. `missing row`: charged by this shop,
 * which has no record of it. `event`: the provider tells of something that cannot be handled. `mismatch`: the books
 * are not right.
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
    /** Until when something can be done. */
    deadline: timestampSchema.optional(),
    what: z.string(),
    todo: z.string(),
    paymentId: idSchema.optional(),
    transactionId: z.string().optional(),
    /** Of the provider's event, which can be retried. */
    eventId: z.string().optional(),
  })
  .meta({ id: 'Attention' });

export type Attention = z.infer<typeof attentionSchema>;

/** `requested`: the provider has not answered yet. The others are the provider's. */
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
    /** `automatic`: the payment could not be delivered; `provider`: made there, not here. */
    origin: z.enum(['admin', 'automatic', 'provider']),
    reason: z.string().optional(),
    /** Why it failed, in the provider's words; admins see it. */
    failureReason: z.string().optional(),
  })
  .meta({ id: 'RefundEntry' });

export type RefundEntry = z.infer<typeof refundEntrySchema>;

/** Money received. `price`, `refunded` and `refunding` are in major units of `currency`. */
export const paymentSchema = z
  .object({
    _id: idSchema,
    date: timestampSchema,
    receiptNumber: z.int(),
    transactionId: z.string(),
    email: z.string(),
    name: z.string(),
    classId: idSchema,
    title: z.string(),
    teacher: z.string(),
    price: z.number(),
    currency: z.string(),
    state: z.enum(PAYMENT_STATES),
    /** Back with the payer. */
    refunded: z.number(),
    /** Asked for, and not back yet. */
    refunding: z.number(),
    refunds: z.array(refundEntrySchema),
    refundReason: z.string().optional(),
    /** Where a dispute stands, in the provider's words. */
    dispute: z.string().optional(),
    /** Until when the provider takes evidence in the dispute. */
    disputeDueBy: timestampSchema.optional(),
    /** What an admin decided after the dispute was lost. */
    disputeDecision: z.enum(['ended', 'gift']).optional(),
    /** What needs an admin, who alone sees it. */
    attention: z.array(attentionSchema).optional(),
  })
  .meta({ id: 'Payment' });

export const PAYMENT_SORTS = [
  'newest',
  'oldest',
  'price',
  '-price',
  'name',
  '-name',
  'title',
  '-title',
] as const;

export const paymentQuerySchema = listQuerySchema(PAYMENT_SORTS).extend({
  /** `attention`: those that need an admin, whatever their state. */
  state: z.enum([...PAYMENT_STATES, 'attention']).optional(),
});

export type Payment = z.infer<typeof paymentSchema>;
export type PaymentQuery = z.infer<typeof paymentQuerySchema>;

const tag = 'Payments';

export const listPayments = defineCall({
  method: 'GET',
  path: '/payments',
  summary: 'All payments; newest first unless sorted',
  tag,
  authorization: 'required',
  query: paymentQuerySchema,
  response: z.array(paymentSchema),
});

export const listOwnPayments = defineCall({
  method: 'GET',
  path: '/payments/own',
  summary: "The signed-in person's payments, newest first",
  tag,
  authorization: 'required',
  query: pageQuerySchema.omit({ q: true }),
  response: z.array(paymentSchema),
});

export const getPayment = defineCall({
  method: 'GET',
  path: '/payments/:id',
  summary: 'One payment, for its receipt',
  tag,
  authorization: 'required',
  params: idParamsSchema,
  response: paymentSchema,
});

/** `amount` is in major units; absent: all that remains. */
export const refundSchema = z.object({
  reason: textSchema(TEXT_LIMITS.reason, 'Reason'),
  amount: priceSchema.positive('An amount is above 0').optional(),
});

export type Refund = z.infer<typeof refundSchema>;

export const refundPayment = defineCall({
  method: 'POST',
  path: '/payments/:id/refund',
  summary: 'Refund a payment or a part of it; the whole back ends its enrollment',
  tag,
  authorization: 'required',
  limit: 'review',
  params: idParamsSchema,
  body: refundSchema,
  response: modifiedResponseSchema,
});

export const listAttention = defineCall({
  method: 'GET',
  path: '/payments/attention',
  summary: 'Everything about payments that needs an admin, oldest first',
  tag,
  authorization: 'required',
  response: z.array(attentionSchema),
});

/** `end`: the enrollment ends, as the money is gone. `gift`: the person keeps the class all the same. */
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

export const settleRefund = defineCall({
  method: 'POST',
  path: '/payments/:id/refund-settlement',
  summary: 'Note that a refund that failed was paid by other means; the whole back ends the enrollment',
  tag,
  authorization: 'required',
  limit: 'review',
  params: idParamsSchema,
  body: z.object({ reason: textSchema(TEXT_LIMITS.reason, 'Reason') }),
  response: modifiedResponseSchema,
});

export const syncPayment = defineCall({
  method: 'POST',
  path: '/payments/:id/sync',
  summary: 'Read a payment again at the card provider, and settle what can be settled',
  tag,
  authorization: 'required',
  limit: 'review',
  params: idParamsSchema,
  response: modifiedResponseSchema,
});

export const retryPaymentEvent = defineCall({
  method: 'POST',
  path: '/payments/events/:id/retry',
  summary: 'Try an event of the card provider again at once',
  tag,
  authorization: 'required',
  limit: 'review',
  params: z.object({ id: z.string().regex(/^evt_[A-Za-z0-9_-]{1,200}$/, 'An event id is evt_…') }),
  response: modifiedResponseSchema,
});

/** Sums of payments, in major units. */
const takingsSchema = z.object({
  count: z.int().min(0),
  amount: z.number(),
  refunded: z.number(),
});

export const classTakingsSchema = takingsSchema
  .extend({ classId: idSchema, title: z.string(), teacher: z.string() })
  .meta({ id: 'ClassTakings' });

export type ClassTakings = z.infer<typeof classTakingsSchema>;

/** Of the last `days` days (UTC), each of them, and the classes that took most. */
export const getPaymentTotals = defineCall({
  method: 'GET',
  path: '/payments/totals',
  summary: 'What came in, by day and by class',
  tag,
  authorization: 'required',
  query: z.object({ days: z.coerce.number().int().min(1).max(366).default(30) }),
  response: z
    .object({
      total: takingsSchema,
      days: z.array(takingsSchema.extend({ date: z.iso.date() })),
      classes: z.array(classTakingsSchema),
    })
    .meta({ id: 'PaymentTotals' }),
});

export type PaymentTotals = z.infer<typeof getPaymentTotals.response>;

export const listEarnings = defineCall({
  method: 'GET',
  path: '/earnings',
  summary: 'What each of the signed-in teacher’s classes earned, most first',
  tag,
  authorization: 'required',
  query: pageQuerySchema,
  response: z.array(classTakingsSchema),
});

export const exportPayments = defineCall({
  method: 'GET',
  path: '/exports/payments.csv',
  summary: 'All payments as CSV, newest first',
  tag,
  authorization: 'required',
  format: 'csv',
  response: z.string(),
});

/** `price` is in whole minor units: what the person was shown, times 100. */
export const createPaymentIntent = defineCall({
  method: 'POST',
  path: '/create-payment-intent/:classId',
  summary: 'Ask to pay for a class',
  tag,
  authorization: 'required',
  limit: 'intent',
  params: z.object({ classId: idSchema }),
  body: z.object({ price: z.int('The price is a whole number of minor units').min(0) }),
  response: z.object({
    clientSecret: z.string(),
    price: z
      .number()
      .describe('Major units that will be charged: the price now, or a lower one quoted before'),
  }),
});

/**
 * Records a succeeded payment. Only `transactionId` counts: who paid, how much and for what is asked of the
 * provider.
 */
export const recordPayment = defineCall({
  method: 'POST',
  path: '/payments',
  summary: 'Record a succeeded payment and enrol; a repeat answers the same id',
  tag,
  authorization: 'required',
  limit: 'paymentOutcome',
  body: z.object({
    email: emailSchema.optional(),
    price: priceSchema.optional(),
    transactionId: transactionIdSchema,
    date: timestampSchema.optional(),
    myClass: z.looseObject({ _id: idSchema }).optional(),
  }),
  response: insertedResponseSchema,
});
