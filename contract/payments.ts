import { z } from 'zod';
import { attentionSchema } from './attention.ts';
import { defineCall } from './call.ts';
import { CURRENCY_CODES } from './currencies.ts';
import { documentEntrySchema } from './documents.ts';
import { emailSchema, idParamsSchema, idSchema, insertedResponseSchema, timestampSchema } from './common.ts';
import { priceSchema } from './money.ts';
import { listQuerySchema, pageQuerySchema } from './paging.ts';
import { refundEntrySchema } from './refunds.ts';

export const transactionIdSchema = z
  .string()
  .regex(/^pi_[A-Za-z0-9_]{1,200}$/, 'Must be the id of a payment intent, pi_…');

/**
 * `refunding`: a refund is in progress or about to be requested. `refund failed`: a refund failed and needs an admin.
 */
export const PAYMENT_STATES = [
  'paid',
  'refunding',
  'refunded',
  'refund failed',
  'disputed',
  'dispute lost',
] as const;

/** Money received. `price`, `refunded`, `refunding`, `lost` and `refundable` are in major units of `currency`. */
export const paymentSchema = z
  .object({
    _id: idSchema,
    date: timestampSchema,
    /** The number of the receipt. */
    receiptNumber: z.string(),
    /** The receipt and the credit notes, in the order in which they were issued. */
    documents: z.array(documentEntrySchema),
    transactionId: z.string(),
    email: z.string(),
    name: z.string(),
    classId: idSchema,
    title: z.string(),
    teacher: z.string(),
    price: z.number(),
    currency: z.string(),
    state: z.enum(PAYMENT_STATES),
    /** The amount that was refunded, including amounts that were paid back by other means. */
    refunded: z.number(),
    /** The amount of refunds in progress. */
    refunding: z.number(),
    /** The amount that was lost in a dispute and not refunded before. */
    lost: z.number(),
    /**
     * The amount that can still be refunded: neither refunded nor being refunded nor lost in a dispute. 0 while a dispute
     * is undecided.
     */
    refundable: z.number(),
    refunds: z.array(refundEntrySchema),
    refundReason: z.string().optional(),
    /** The provider's status of the dispute. */
    dispute: z.string().optional(),
    /** The provider's deadline for evidence in the dispute. */
    disputeDueBy: timestampSchema.optional(),
    /** An admin's decision after the dispute was lost. */
    disputeDecision: z.enum(['ended', 'gift']).optional(),
    /** What needs an admin. Only admins receive it. */
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
  /** `attention`: payments that need an admin, in any state. */
  state: z.enum([...PAYMENT_STATES, 'attention']).optional(),
});

export type Payment = z.infer<typeof paymentSchema>;
export type PaymentQuery = z.infer<typeof paymentQuerySchema>;

const tag = 'Payments';

export const listPayments = defineCall({
  method: 'GET',
  path: '/payments',
  summary: 'All payments, live and test; newest first unless sorted',
  tag,
  authorization: 'required',
  query: paymentQuerySchema,
  response: z.array(paymentSchema),
});

export const listOwnPayments = defineCall({
  method: 'GET',
  path: '/payments/own',
  summary: "The caller's payments, newest first",
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

export const exportPayments = defineCall({
  method: 'GET',
  path: '/exports/payments.csv',
  summary: 'All payments as CSV, newest first, in the mode of the keys',
  tag,
  authorization: 'required',
  format: 'csv',
  response: z.string(),
});

/**
 * `price` is the price that the buyer was shown, in whole minor units of `currency`. Without a currency, the site's
 * current one applies.
 */
export const createPaymentIntent = defineCall({
  method: 'POST',
  path: '/create-payment-intent/:classId',
  summary: 'Create a payment intent for a class',
  tag,
  authorization: 'required',
  limit: 'intent',
  params: z.object({ classId: idSchema }),
  body: z.object({
    price: z.int('The price is a whole number of minor units').min(0),
    currency: z.enum(CURRENCY_CODES).optional(),
  }),
  response: z.object({
    clientSecret: z.string(),
    price: z
      .number()
      .describe('The amount to be charged, in major units: the current price, or a lower one quoted before'),
  }),
});

/** Records a succeeded payment. Only `transactionId` is used; payer, amount and class are read from the provider. */
export const recordPayment = defineCall({
  method: 'POST',
  path: '/payments',
  summary: 'Record a succeeded payment and enroll the caller; repeating the call returns the same id',
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
