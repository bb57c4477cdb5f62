import type { FastifyInstance } from 'fastify';
import type Stripe from 'stripe';
import * as calls from '#contract/payments.ts';
import type { Database } from '../../database/client.ts';
import { admin, signedIn } from '../../http/access.ts';
import { sendCsv } from '../../http/csv.ts';
import { sendPage } from '../../http/page.ts';
import { route } from '../../http/route.ts';
import { eachPayment, listPayments } from './list-payments.ts';
import { openPaymentIntent } from './open-payment-intent.ts';
import { PAYMENT_CSV_COLUMNS, presentPayment, toCsvRow } from './payments.presenter.ts';
import { recordPayment } from './record-payment.ts';

async function* csvRows(db: Database) {
  for await (const row of eachPayment(db)) yield toCsvRow(row);
}

export const registerPaymentRoutes = (
  app: FastifyInstance,
  context: { db: Database; stripe: Stripe },
): void => {
  route(app, calls.createPaymentIntent, signedIn, async ({ caller, params, body }) => ({
    clientSecret: await openPaymentIntent(context, caller, params.classId, body.price),
  }));

  route(app, calls.recordPayment, signedIn, async ({ caller, body }) => ({
    insertedId: await recordPayment(context, body.transactionId, caller.id),
  }));

  route(app, calls.listPayments, admin, async ({ query, reply }) =>
    sendPage(reply, await listPayments(context.db, query)).map(presentPayment),
  );

  route(app, calls.exportPayments, admin, async ({ reply }) =>
    sendCsv(reply, 'payments.csv', csvRows(context.db), PAYMENT_CSV_COLUMNS),
  );
};
