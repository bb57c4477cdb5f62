import { queryOptions } from '@tanstack/react-query';
import * as calls from '#contract/billing-details.ts';
import { request } from './client/api-client.ts';

/** The billing details that the signed-in user wants on their receipts. */
export const billingDetailsQuery = queryOptions({
  queryKey: ['billing details'],
  queryFn: async () => (await request(calls.getBillingDetails)).data,
});

export const setBillingDetails = (body: calls.BillingDetails) => request(calls.setBillingDetails, { body });
