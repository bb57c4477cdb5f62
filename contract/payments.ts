import { z } from 'zod';
import { defineCall } from './call.ts';
import { emailSchema, idSchema, insertedResponseSchema, timestampSchema } from './common.ts';
import { priceSchema } from './money.ts';
import { listQuerySchema } from './paging.ts';

export const transactionIdSchema = z
  .string()
  .regex(/^pi_[A-Za-z0-9_]{1,200}$/, 'A transaction id is that of a payment intent, pi_…');

export const PAYMENT_STATES = ['paid', 'refunded'] as const;

/** Money received. `price` and `refunded` are in major units of `currency`. */
export const paymentSchema = z
  .object({
    _id: idSchema,
    date: timestampSchema,
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
  params: z.object({ classId: idSchema }),
  body: z.object({ price: z.int('The price is a whole number of minor units').min(0) }),
  response: z.object({ clientSecret: z.string() }),
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
  body: z.object({
    email: emailSchema.optional(),
    price: priceSchema.optional(),
    transactionId: transactionIdSchema,
    date: timestampSchema.optional(),
    myClass: z.looseObject({ _id: idSchema }).optional(),
  }),
  response: insertedResponseSchema,
});
