import { z } from 'zod';
import { defineCall } from './call.ts';
import { modifiedResponseSchema, NOT_ON_A_LINE, optionalTextSchema } from './common.ts';

const LIMITS = { name: 150, address: 500, taxNumber: 50 } as const;

const lineSchema = (max: number, what: string) =>
  z
    .string({ error: `${what} is required` })
    .trim()
    .max(max, `At most ${max} characters`)
    .refine((text) => !NOT_ON_A_LINE.test(text), `${what} must be a single line of ordinary characters`);

/** The details of a seller or a buyer on accounting documents. Each may be empty. `address` may have several lines. */
export const partyFields = {
  name: lineSchema(LIMITS.name, 'Name'),
  address: optionalTextSchema(LIMITS.address).unwrap(),
  taxNumber: lineSchema(LIMITS.taxNumber, 'Tax number'),
};

/** The billing details for a buyer's receipts. If `name` is empty, receipts have the name of the account. */
export const billingDetailsSchema = z.object(partyFields).meta({ id: 'BillingDetails' });

export type BillingDetails = z.infer<typeof billingDetailsSchema>;

const tag = 'Account';

export const getBillingDetails = defineCall({
  method: 'GET',
  path: '/account/billing-details',
  summary: 'The billing details for the caller’s receipts',
  tag,
  authorization: 'required',
  response: billingDetailsSchema,
});

export const setBillingDetails = defineCall({
  method: 'PUT',
  path: '/account/billing-details',
  summary: 'Update the caller’s billing details; receipts use them from the next purchase on',
  tag,
  authorization: 'required',
  limit: 'writing',
  body: billingDetailsSchema,
  response: modifiedResponseSchema,
});
