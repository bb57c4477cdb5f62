import type { FastifyInstance } from 'fastify';
import { enrollForFree as enrollForFreeCall, listEnrollments } from '#contract/enrollments.ts';
import { toMajorUnits } from '#contract/money.ts';
import type { Database } from '../../database/client.ts';
import { selfOrAdmin, signedIn } from '../../http/access.ts';
import { sendPage } from '../../http/page.ts';
import { route } from '../../http/route.ts';
import { presentClass } from '../classes/classes.presenter.ts';
import { findUserId } from '../users/users.repository.ts';
import { enrollForFree } from './enroll-for-free.ts';
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

  route(app, enrollForFreeCall, signedIn, async ({ caller, params }) => ({
    insertedId: await enrollForFree(db, caller, params.id),
  }));
};
