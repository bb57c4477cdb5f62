import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/revenue.ts';
import type { Database } from '../../database/client.ts';
import { admin, teacher } from '../../http/access.ts';
import { route } from '../../http/route.ts';
import { sendList } from '../../http/send-list.ts';
import { listEarnings, presentRevenue, sumPayments } from './revenue.ts';

export const registerRevenueRoutes = (app: FastifyInstance, { db }: { db: Database }): void => {
  route(app, calls.getPaymentTotals, admin, async ({ query }) => sumPayments(db, query.days));

  route(app, calls.listEarnings, teacher, async ({ caller, query, reply }) =>
    sendList(reply, calls.classRevenueSchema, presentRevenue, listEarnings(db, caller.id, query), query),
  );
};
