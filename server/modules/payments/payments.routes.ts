import type { FastifyInstance } from 'fastify';
import type Stripe from 'stripe';
import { toMajorUnits } from '#contract/money.ts';
import * as calls from '#contract/payments.ts';
import type { Database } from '../../database/client.ts';
import { admin, signedIn, teacher } from '../../http/access.ts';
import { ApiError, notFound } from '../../http/api-error.ts';
import { sendCsv } from '../../http/csv.ts';
import { sendPage } from '../../http/page.ts';
import { route } from '../../http/route.ts';
import { eachPayment, findPaymentRow, listPayments, listPaymentsOf } from './list-payments.ts';
import { openPaymentIntent } from './open-payment-intent.ts';
import { PAYMENT_CSV_COLUMNS, presentPayment, toCsvRow } from './payments.presenter.ts';
import { recordPayment } from './record-payment.ts';
import { refundPayment } from './refund-payment.ts';
import { listEarnings, sumPayments } from './takings.ts';

async function* csvRows(db: Database) {
  for await (const row of eachPayment(db)) yield toCsvRow(row);
}

export const registerPaymentRoutes = (
  app: FastifyInstance,
  context: { db: Database; stripe: Stripe },
): void => {
  const { db } = context;

  route(app, calls.createPaymentIntent, signedIn, async ({ caller, params, body }) => {
    const { clientSecret, price } = await openPaymentIntent(context, caller, params.classId, body.price);
    return { clientSecret, price: toMajorUnits(price) };
  });

  route(app, calls.recordPayment, signedIn, async ({ caller, body }) => ({
    insertedId: await recordPayment(context, body.transactionId, caller.id),
  }));

  route(app, calls.listPayments, admin, async ({ query, reply }) =>
    sendPage(reply, await listPayments(db, query)).map(presentPayment),
  );

  route(app, calls.listOwnPayments, signedIn, async ({ caller, query, reply }) =>
    sendPage(reply, await listPaymentsOf(db, caller.id, query)).map(presentPayment),
  );

  route(app, calls.getPaymentTotals, admin, async ({ query }) => sumPayments(db, query.days));

  route(app, calls.getPayment, signedIn, async ({ caller, params }) => {
    const row = await findPaymentRow(db, params.id);
    if (!row) throw notFound('The payment');
    if (caller.role !== 'admin' && row.payment.userId !== caller.id) {
      throw new ApiError('forbidden', 'This payment is another person’s');
    }
    return presentPayment(row);
  });

  route(app, calls.refundPayment, admin, async ({ caller, params, body }) => {
    await refundPayment(context, caller, params.id, body.reason);
    return { modifiedCount: 1 };
  });

  route(app, calls.listEarnings, teacher, async ({ caller, query, reply }) =>
    sendPage(reply, await listEarnings(db, caller.id, query)),
  );

  route(app, calls.exportPayments, admin, async ({ reply }) =>
    sendCsv(reply, 'payments.csv', csvRows(db), PAYMENT_CSV_COLUMNS),
  );
};
