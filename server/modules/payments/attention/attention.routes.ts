import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/attention.ts';
import { admin } from '../../../http/access.ts';
import { notFound } from '../../../http/api-error.ts';
import { route } from '../../../http/route.ts';
import { isLive } from '../../../stripe/client.ts';
import type { PaymentContext } from '../context.ts';
import { listAttention } from './attention.ts';
import { decideDispute } from '../disputes/decide-dispute.ts';
import { retryEvent } from '../events/events.repository.ts';
import { handleEvent } from '../events/handle-event.ts';
import { recheckBooks } from '../books/recheck-books.ts';
import { syncPayment } from './sync-payment.ts';

/** Registers the calls that list what needs an admin and that resolve it. */
export const registerAttentionRoutes = (app: FastifyInstance, context: PaymentContext): void => {
  const { db } = context;

  route(app, calls.listAttention, admin, async () => listAttention(db, isLive(context.stripe)));

  route(app, calls.decideDispute, admin, async ({ caller, params, body }) => {
    await decideDispute(db, caller, params.id, body);
    return { modifiedCount: 1 };
  });

  route(app, calls.syncPayment, admin, async ({ params }) => {
    await syncPayment(context, params.id);
    return { modifiedCount: 1 };
  });

  route(app, calls.recheckBooks, admin, async ({ params }) => {
    await recheckBooks(context, params.id);
    return { modifiedCount: 1 };
  });

  route(app, calls.retryPaymentEvent, admin, async ({ params, request }) => {
    if (!(await retryEvent(db, params.id, isLive(context.stripe)))) throw notFound('The event');
    await handleEvent({ ...context, log: request.log }, params.id);
    return { modifiedCount: 1 };
  });
};
