import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/refunds.ts';
import { admin } from '../../../http/access.ts';
import { route } from '../../../http/route.ts';
import type { PaymentContext } from '../context.ts';
import { refundPayment } from './refund-payment.ts';
import { settleRefund } from './settle-refund.ts';

/** Registers the calls with which admins refund payments and mark failed refunds as paid back by other means. */
export const registerRefundRoutes = (app: FastifyInstance, context: PaymentContext): void => {
  route(app, calls.refundPayment, admin, async ({ caller, params, body }) => {
    await refundPayment(context, caller, params.id, body);
    return { modifiedCount: 1 };
  });

  route(app, calls.settleRefund, admin, async ({ caller, params, body }) => {
    await settleRefund(context.db, caller, params.id, body);
    return { modifiedCount: 1 };
  });
};
