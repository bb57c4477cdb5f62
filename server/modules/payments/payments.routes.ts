import type { FastifyInstance, FastifyReply } from 'fastify';
import type Stripe from 'stripe';
import { toMajorUnits, toMinorUnits } from '#contract/money.ts';
import * as calls from '#contract/payments.ts';
import type { Database } from '../../database/client.ts';
import { type List, mapList } from '../../database/list.ts';
import type { PageRequest } from '../../database/paging.ts';
import { admin, type Person, signedIn, teacher } from '../../http/access.ts';
import { ApiError, notFound } from '../../http/api-error.ts';
import { sendCsv } from '../../http/csv.ts';
import { route } from '../../http/route.ts';
import { sendList } from '../../http/send-list.ts';
import { isLive } from '../../stripe/client.ts';
import { listAttention } from './attention.ts';
import { decideDispute } from './decide-dispute.ts';
import { findPaymentRow, listPayments, listPaymentsOf, type PaymentRow } from './list-payments.ts';
import { openPaymentIntent } from './open-payment-intent.ts';
import { PAYMENT_CSV_COLUMNS, presentPayment, toCsvRow } from './payments.presenter.ts';
import { recordPayment } from './record-payment.ts';
import { retryEvent } from './events.repository.ts';
import { handleEvent } from './handle-event.ts';
import { refundPayment } from './refund-payment.ts';
import { listRefunds } from './refunds.repository.ts';
import { settleRefund } from './settle-refund.ts';
import { syncPayment } from './sync-payment.ts';
import { listEarnings, presentTakings, sumPayments } from './takings.ts';

interface Context {
  db: Database;
  stripe: Stripe;
}

/** Payments with their refunds, and for an admin with what needs them. */
const present = async (
  { db, stripe }: Context,
  rows: PaymentRow[],
  { role }: Person,
): Promise<calls.Payment[]> => {
  const ids = rows.map(({ payment }) => payment.id);
  const refunds = await listRefunds(db, ids);
  const forAdmin = role === 'admin';
  const attention = forAdmin ? await listAttention(db, isLive(stripe), ids) : [];
  return rows.map((row) =>
    presentPayment(row, {
      refunds: refunds.filter(({ paymentId }) => paymentId === row.payment.id),
      forAdmin,
      ...(forAdmin && { attention: attention.filter(({ paymentId }) => paymentId === row.payment.id) }),
    }),
  );
};

export const registerPaymentRoutes = (app: FastifyInstance, context: Context): void => {
  const { db } = context;

  route(app, calls.createPaymentIntent, signedIn, async ({ caller, params, body }) => {
    const { clientSecret, price } = await openPaymentIntent(context, caller, params.classId, body.price);
    return { clientSecret, price: toMajorUnits(price) };
  });

  route(app, calls.recordPayment, signedIn, async ({ caller, body }) => ({
    insertedId: await recordPayment(context, body.transactionId, caller.id),
  }));

  const sendPayments = (caller: Person, list: List<PaymentRow>, query: PageRequest, reply: FastifyReply) =>
    sendList(
      reply,
      calls.paymentSchema,
      (payment: calls.Payment) => payment,
      mapList(list, (rows) => present(context, rows, caller)),
      query,
    );

  route(app, calls.listPayments, admin, async ({ caller, query, reply }) =>
    sendPayments(caller, listPayments(db, query, isLive(context.stripe)), query, reply),
  );

  route(app, calls.listOwnPayments, signedIn, async ({ caller, query, reply }) =>
    sendPayments(caller, listPaymentsOf(db, caller.id), query, reply),
  );

  route(app, calls.getPaymentTotals, admin, async ({ query }) => sumPayments(db, query.days));

  route(app, calls.getPayment, signedIn, async ({ caller, params }) => {
    const row = await findPaymentRow(db, params.id);
    if (!row) throw notFound('The payment');
    if (caller.role !== 'admin' && row.payment.userId !== caller.id) {
      throw new ApiError('forbidden', 'This payment is another person’s');
    }
    const [payment] = await present(context, [row], caller);
    return payment!;
  });

  route(app, calls.refundPayment, admin, async ({ caller, params, body }) => {
    const { reason, amount } = body;
    await refundPayment(context, caller, params.id, {
      reason,
      amount: amount === undefined ? undefined : toMinorUnits(amount),
    });
    return { modifiedCount: 1 };
  });

  route(app, calls.listAttention, admin, async () => listAttention(db, isLive(context.stripe)));

  route(app, calls.settleRefund, admin, async ({ caller, params, body }) => {
    await settleRefund(db, caller, params.id, body.reason);
    return { modifiedCount: 1 };
  });

  route(app, calls.decideDispute, admin, async ({ caller, params, body }) => {
    await decideDispute(db, caller, params.id, body);
    return { modifiedCount: 1 };
  });

  route(app, calls.syncPayment, admin, async ({ params }) => {
    await syncPayment(context, params.id);
    return { modifiedCount: 1 };
  });

  route(app, calls.retryPaymentEvent, admin, async ({ params, request }) => {
    if (!(await retryEvent(db, params.id))) throw notFound('The event');
    await handleEvent({ ...context, log: request.log }, params.id);
    return { modifiedCount: 1 };
  });

  route(app, calls.listEarnings, teacher, async ({ caller, query, reply }) =>
    sendList(reply, calls.classTakingsSchema, presentTakings, listEarnings(db, caller.id, query), query),
  );

  route(app, calls.exportPayments, admin, async ({ reply }) =>
    sendCsv(
      reply,
      'payments.csv',
      listPayments(db, {}, isLive(context.stripe)),
      PAYMENT_CSV_COLUMNS,
      toCsvRow,
    ),
  );
};
