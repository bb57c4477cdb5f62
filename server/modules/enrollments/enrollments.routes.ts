import type { FastifyInstance } from 'fastify';
import { listEnrollments } from '#contract/enrollments.ts';
import { toMajorUnits } from '#contract/money.ts';
import type { Database } from '../../database/client.ts';
import { selfOrAdmin } from '../../http/access.ts';
import { sendPage } from '../../http/page.ts';
import { route } from '../../http/route.ts';
import { presentClass } from '../classes/classes.presenter.ts';
import { findUserId } from '../users/users.repository.ts';
import * as repository from './enrollments.repository.ts';

export const registerEnrollmentRoutes = (app: FastifyInstance, db: Database): void => {
  route(app, listEnrollments, selfOrAdmin, async ({ caller, query: { email, ...query }, reply }) => {
    const userId = email === caller.email ? caller.id : await findUserId(db, email);
    if (!userId) return [];
    const page = await repository.listEnrollments(db, userId, query);
    return sendPage(reply, page).map(({ enrollment, ...row }) => ({
      _id: enrollment.id,
      email,
      price: toMajorUnits(enrollment.price),
      transactionId: enrollment.transactionId,
      date: enrollment.date.toISOString(),
      myClass: presentClass({ ...row, enrolled: true }, caller),
    }));
  });
};
