import { z } from 'zod';
import { defineCall } from './call.ts';
import { emailSchema, idSchema, insertedResponseSchema, timestampSchema } from './common.ts';
import { priceSchema } from './money.ts';

export const transactionIdSchema = z
  .string()
  .regex(/^pi_[A-Za-z0-9_]{1,200}$/, 'A transaction id is that of a payment intent, pi_…');

const tag = 'Payments';

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
