import type { FastifyInstance, FastifyReply } from 'fastify';
import { toMajorUnits } from '#contract/money.ts';
import * as calls from '#contract/payments.ts';
import { type List, mapList } from '../../database/list.ts';
import type { PageRequest } from '../../database/paging.ts';
import { admin, type CurrentUser, signedIn } from '../../http/access.ts';
import { ApiError, notFound } from '../../http/api-error.ts';
import { sendCsv } from '../../http/csv.ts';
import { route } from '../../http/route.ts';
import { sendList } from '../../http/send-list.ts';
import { isLive } from '../../stripe/client.ts';
import { listDocumentsOf } from '../documents/documents.repository.ts';
import type { PaymentContext } from './context.ts';
import { listAttention } from './attention/attention.ts';
import {
  findPaymentRow,
  listPayments,
  listPaymentsOf,
  listPaymentsOfMode,
  type PaymentRow,
} from './list-payments.ts';
import { openPaymentIntent } from './open-payment-intent.ts';
import { PAYMENT_CSV_COLUMNS, presentPayment, toCsvRow } from './payments.presenter.ts';
import { recordPayment } from './record-payment.ts';
import { listRefunds } from './refunds/refunds.repository.ts';

/** Payments with their refunds and documents and, for admins, with what needs them. */
const present = async (
  { db, stripe }: PaymentContext,
  rows: PaymentRow[],
  { role }: CurrentUser,
): Promise<calls.Payment[]> => {
  const ids = rows.map(({ payment }) => payment.id);
  const refunds = await listRefunds(db, ids);
  const documents = await listDocumentsOf(db, ids);
  const forAdmin = role === 'admin';
  const attention = forAdmin ? await listAttention(db, isLive(stripe), ids) : [];
  return rows.map((row) =>
    presentPayment(row, {
      refunds: refunds.filter(({ paymentId }) => paymentId === row.payment.id),
      documents: documents.filter(({ paymentId }) => paymentId === row.payment.id),
      forAdmin,
      ...(forAdmin && { attention: attention.filter(({ paymentId }) => paymentId === row.payment.id) }),
    }),
  );
};

/** Registers the calls with which buyers pay, and those that list payments to them and to admins. */
export const registerPaymentRoutes = (app: FastifyInstance, context: PaymentContext): void => {
  const { db } = context;

  route(app, calls.createPaymentIntent, signedIn, async ({ caller, params, body }) => {
    const { clientSecret, price } = await openPaymentIntent(context, caller, params.classId, body);
    return { clientSecret, price: toMajorUnits(price) };
  });

  route(app, calls.recordPayment, signedIn, async ({ caller, body }) => ({
    insertedId: await recordPayment(context, body.transactionId, caller.id),
  }));

  const sendPayments = (
    caller: CurrentUser,
    list: List<PaymentRow>,
    query: PageRequest,
    reply: FastifyReply,
  ) =>
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

  route(app, calls.getPayment, signedIn, async ({ caller, params }) => {
    const row = await findPaymentRow(db, params.id);
    if (!row) throw notFound('The payment');
    if (caller.role !== 'admin' && row.payment.userId !== caller.id) {
      throw new ApiError('forbidden', 'This payment belongs to another user');
    }
    const [payment] = await present(context, [row], caller);
    return payment!;
  });

  route(app, calls.exportPayments, admin, async ({ reply }) =>
    sendCsv(
      reply,
      'payments.csv',
      listPaymentsOfMode(db, isLive(context.stripe)),
      PAYMENT_CSV_COLUMNS,
      toCsvRow,
    ),
  );
};
