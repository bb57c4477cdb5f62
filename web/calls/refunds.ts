import * as calls from '#contract/refunds.ts';
import { request } from './api-client.ts';

export const refundPayment = async (id: string, refund: calls.Refund) =>
  (await request(calls.refundPayment, { params: { id }, body: refund })).data;

/** Records that a failed refund was settled by other means. */
export const settleRefund = async (id: string, reason: string) =>
  (await request(calls.settleRefund, { params: { id }, body: { reason } })).data;
