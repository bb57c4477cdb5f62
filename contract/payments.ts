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
 * `refunding`: the provider has been or will be asked to give the money back. `refund failed`: it could not,
 * and somebody has to see to it.
 */
export const PAYMENT_STATES = ['paid', 'refunding', 'refunded', 'refund failed', 'disputed'] as const;

/** Money received. `price` and `refunded` are in major units of `currency`. */
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
    refunded: z.number(),
    refundReason: z.string().optional(),
    /** Where a dispute stands, in the provider's words. */
    dispute: z.string().optional(),
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
  state: z.enum(PAYMENT_STATES).optional(),
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

export const refundSchema = z.object({ reason: textSchema(TEXT_LIMITS.reason, 'Reason') });

export type Refund = z.infer<typeof refundSchema>;

export const refundPayment = defineCall({
  method: 'POST',
  path: '/payments/:id/refund',
  summary: 'Give a payment back; its enrolment ends',
  tag,
  authorization: 'required',
  params: idParamsSchema,
  body: refundSchema,
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
  limit: 'intent',
  body: z.object({
    email: emailSchema.optional(),
    price: priceSchema.optional(),
    transactionId: transactionIdSchema,
    date: timestampSchema.optional(),
    myClass: z.looseObject({ _id: idSchema }).optional(),
  }),
  response: insertedResponseSchema,
});
