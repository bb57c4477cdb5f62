import { desc, eq } from 'drizzle-orm';
import type { PersonalData } from '#contract/account.ts';
import type { Queryable } from '../../database/client.ts';
import {
  assignments,
  auditTrail,
  classes,
  enrollments,
  feedback,
  identityAccounts,
  identitySessions,
  identityUsers,
  payments,
  submissions,
  teacherRequests,
  users,
} from '../../database/schema.ts';
import type { Person } from '../../http/access.ts';

/** All that is kept about a person, but for secrets: hashes and tokens are no information on them. */
export const collectPersonalData = async (
  db: Queryable,
  { id, identityId }: Person,
): Promise<PersonalData> => {
  const [person] = await db
    .select({
      name: users.name,
      email: users.email,
      photo: users.photo,
      role: users.role,
      emailVerified: identityUsers.emailVerified,
      registeredAt: users.createdAt,
    })
    .from(users)
    .innerJoin(identityUsers, eq(identityUsers.id, users.identityId))
    .where(eq(users.id, id));
  return {
    person: person!,
    signIns: await db
      .select({ provider: identityAccounts.providerId, since: identityAccounts.createdAt })
      .from(identityAccounts)
      .where(eq(identityAccounts.userId, identityId)),
    sessions: await db
      .select({
        since: identitySessions.createdAt,
        until: identitySessions.expiresAt,
        address: identitySessions.ipAddress,
        browser: identitySessions.userAgent,
      })
      .from(identitySessions)
      .where(eq(identitySessions.userId, identityId)),
    teacherRequests: await db.select().from(teacherRequests).where(eq(teacherRequests.userId, id)),
    classes: await db.select().from(classes).where(eq(classes.teacherId, id)),
    enrollments: await db
      .select({ class: classes.title, price: enrollments.price, since: enrollments.enrolledAt })
      .from(enrollments)
      .innerJoin(classes, eq(classes.id, enrollments.classId))
      .where(eq(enrollments.userId, id)),
    payments: await db.select().from(payments).where(eq(payments.userId, id)),
    submissions: await db
      .select({ assignment: assignments.title, submission: submissions })
      .from(submissions)
      .innerJoin(assignments, eq(assignments.id, submissions.assignmentId))
      .where(eq(submissions.userId, id)),
    feedback: await db
      .select({
        class: classes.title,
        said: feedback.feedback,
        rating: feedback.rating,
        at: feedback.updatedAt,
      })
      .from(feedback)
      .innerJoin(classes, eq(classes.id, feedback.classId))
      .where(eq(feedback.userId, id)),
    auditTrail: await db
      .select()
      .from(auditTrail)
      .where(eq(auditTrail.actorId, id))
      .orderBy(desc(auditTrail.happenedAt)),
  };
};
