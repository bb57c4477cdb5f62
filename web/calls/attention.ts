import { queryOptions } from '@tanstack/react-query';
import * as calls from '#contract/attention.ts';
import { request } from './client/api-client.ts';
import { paymentKeys } from './payments.ts';

/** Payment problems that need an admin, oldest first. */
export const attentionQuery = queryOptions({
  queryKey: [...paymentKeys.all, 'attention'],
  queryFn: async () => (await request(calls.listAttention)).data,
});

export const decideDispute = async (id: string, decision: calls.DisputeDecision) =>
  (await request(calls.decideDispute, { params: { id }, body: decision })).data;

/** Makes the server reload a payment from the card provider. */
export const syncPayment = async (id: string) => (await request(calls.syncPayment, { params: { id } })).data;

export const retryPaymentEvent = async (id: string) =>
  (await request(calls.retryPaymentEvent, { params: { id } })).data;

/** Makes the server recheck a finding of the nightly check of the books. */
export const recheckBooks = async (id: string) =>
  (await request(calls.recheckBooks, { params: { id } })).data;
