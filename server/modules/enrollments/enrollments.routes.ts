import type { FastifyInstance } from 'fastify';
import { getSiteActivity } from '#contract/activity.ts';
import { claimCertificate as claimCertificateCall } from '#contract/certificates.ts';
import { listClassRelations } from '#contract/class-relations.ts';
import {
  type Enrollment,
  enrollForFree as enrollForFreeCall,
  leaveClass as leaveClassCall,
  enrollmentSchema,
  listEnrollments,
} from '#contract/enrollments.ts';
import { toMajorUnits } from '#contract/money.ts';
import { getTeachingSummary } from '#contract/teaching.ts';
import type { Database } from '../../database/client.ts';
import { admin, selfOrAdmin, signedIn, teacher } from '../../http/access.ts';
import { route } from '../../http/route.ts';
import { sendList } from '../../http/send-list.ts';
import { presentClass } from '../classes/classes.presenter.ts';
import { sumRatingsOf, summarizeRatings } from '../classes/ratings.ts';
import { findUserId } from '../users/users.repository.ts';
import { claimCertificate } from './claim-certificate.ts';
import { findClassRelations } from './class-relations.ts';
import { enrollForFree } from './enroll-for-free.ts';
import { leaveClass } from './leave-class.ts';
import * as repository from './enrollments.repository.ts';
import { countNewStudents } from './new-students.ts';
import { countActivity } from './site-activity.ts';

/**
 * Registers the calls that list enrollments, enroll in a class that is free and leave it, claim the certificate of a class,
 * and sum up a teacher's classes and the activity of the site.
 */
export const registerEnrollmentRoutes = (app: FastifyInstance, db: Database): void => {
  route(app, listEnrollments, selfOrAdmin, async ({ caller, query: { email, ...query }, reply }) => {
    const userId = email === caller.email ? caller.id : await findUserId(db, email);
    if (!userId) return [];
    const present = ({ enrollment, ...row }: repository.EnrollmentRow): Enrollment => ({
      _id: enrollment.id,
      email,
      price: toMajorUnits(enrollment.price),
      transactionId: enrollment.transactionId,
      date: enrollment.date.toISOString(),
      myClass: presentClass({ ...row, enrolled: true }, caller),
      ...(enrollment.learning && { learning: enrollment.learning }),
      ...((enrollment.learning || row.assignment || enrollment.certificate.code) && {
        certificate: enrollment.certificate,
      }),
    });
    const list = repository.listEnrollments(db, userId, query);
    return sendList(reply, enrollmentSchema, present, list, query);
  });

  route(app, listClassRelations, signedIn, ({ caller, query: { ids } }) =>
    findClassRelations(db, caller.id, ids),
  );

  route(app, getTeachingSummary, teacher, async ({ caller }) => {
    const [newStudents, ratings] = await Promise.all([
      countNewStudents(db, caller.id),
      sumRatingsOf(db, caller.id),
    ]);
    return { newStudents, rating: summarizeRatings(ratings) };
  });

  route(app, getSiteActivity, admin, ({ query }) => countActivity(db, query.days));

  route(app, enrollForFreeCall, signedIn, async ({ caller, params }) => ({
    insertedId: await enrollForFree(db, caller, params.id),
  }));
  route(app, leaveClassCall, signedIn, async ({ caller, params }) => ({
    deletedCount: Number(await leaveClass(db, caller, params.id)),
  }));
  route(app, claimCertificateCall, signedIn, async ({ caller, params }) =>
    claimCertificate(db, caller, params.id),
  );
};
