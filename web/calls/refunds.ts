import * as calls from '#contract/refunds.ts';
import { request } from './client/api-client.ts';
import { sendOnce } from './client/send-once.ts';

/** @param isRest whether the amount is all that remains, even if less remains by the time the call arrives */
export const refundPayment = (id: string, { reason, amount }: calls.Refund, isRest: boolean) =>
  sendOnce(
    ['refund', id, reason, amount],
    async (key) =>
      (
        await request(calls.refundPayment, {
          params: { id },
          body: { reason, ...(!isRest && { amount }), key },
        })
      ).data,
  );

/** Records that a failed refund was settled by other means. */
export const settleRefund = async (id: string, reason: string, refundId?: string) =>
  (await request(calls.settleRefund, { params: { id }, body: { reason, refundId } })).data;
