import type { FastifyInstance } from 'fastify';
import type Stripe from 'stripe';
import * as calls from '#contract/revenue.ts';
import type { Database } from '../../../database/client.ts';
import { admin, teacher } from '../../../http/access.ts';
import { sendCsv } from '../../../http/csv.ts';
import { route } from '../../../http/route.ts';
import { sendList } from '../../../http/send-list.ts';
import { isLive } from '../../../stripe/client.ts';
import { listEarnings, presentRevenue, sumEarnings, sumPayments } from './revenue.ts';
import { listSales, SALE_CSV_COLUMNS, toSaleCells } from './sales.ts';

/** Registers the calls that sum payments for admins and earnings for teachers. They count payments of the present mode only. */
export const registerRevenueRoutes = (
  app: FastifyInstance,
  { db, stripe }: { db: Database; stripe: Stripe },
): void => {
  const live = isLive(stripe);

  route(app, calls.getPaymentTotals, admin, async ({ query }) => sumPayments(db, live, query.days));

  route(app, calls.getEarningTotals, teacher, async ({ caller, query }) =>
    sumEarnings(db, live, caller.id, query.days),
  );

  route(app, calls.listEarnings, teacher, async ({ caller, query, reply }) =>
    sendList(
      reply,
      calls.classRevenueSchema,
      presentRevenue,
      listEarnings(db, live, caller.id, query),
      query,
    ),
  );

  route(app, calls.exportEarnings, teacher, async ({ caller, reply }) =>
    sendCsv(reply, 'earnings.csv', listSales(db, live, caller.id), SALE_CSV_COLUMNS, toSaleCells),
  );
};
