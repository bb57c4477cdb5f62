import { eq, inArray, sql } from 'drizzle-orm';
import type { PersonalData } from '#contract/account.ts';
import type { Queryable } from '../../database/client.ts';
import type { List } from '../../database/list.ts';
import {
  accountingDocuments,
  assignments,
  auditTrail,
  billingDetails,
  certificates,
  classChanges,
  classes,
  classVersions,
  emailPreferences,
  enrollments,
  files,
  identityAccounts,
  identitySessions,
  identityUsers,
  invitations,
  lessonProgress,
  lessons,
  notifications,
  payments,
  pictures,
  refunds,
  sections,
  submissions,
  teacherRequests,
  users,
  waitingList,
} from '../../database/schema.ts';
import type { CurrentUser } from '../../http/access.ts';
import { isToUser } from '../invitations/invitations.repository.ts';
import { newestFirstIn } from './newest-first.ts';
import { listWrittenTexts } from './written-texts.ts';

/** The user's own record. */
export const findPersonalRecord = async (
  db: Queryable,
  { id }: CurrentUser,
): Promise<PersonalData['person']> => {
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
  return person!;
};

type Lists = Record<Exclude<keyof PersonalData, 'person'>, List<Record<string, unknown>>>;

/** All other data stored about a user, except for secrets such as password hashes and tokens. */
export const listPersonalData = (db: Queryable, { id, identityId, email }: CurrentUser): Lists => {
  const newestFirst = newestFirstIn(db);
  const ownPayments = db.select({ id: payments.id }).from(payments).where(eq(payments.userId, id));
  const ownClasses = db.select({ id: classes.id }).from(classes).where(eq(classes.teacherId, id));
  const ownSections = db
    .select({ id: sections.id })
    .from(sections)
    .innerJoin(classes, eq(classes.id, sections.classId))
    .where(eq(classes.teacherId, id));
  return {
    signIns: newestFirst(
      identityAccounts,
      identityAccounts.createdAt,
      eq(identityAccounts.userId, identityId),
      () =>
        db
          .select({
            id: identityAccounts.id,
            provider: identityAccounts.providerId,
            since: identityAccounts.createdAt,
          })
          .from(identityAccounts)
          .$dynamic(),
    ),
    sessions: newestFirst(
      identitySessions,
      identitySessions.createdAt,
      eq(identitySessions.userId, identityId),
      () =>
        db
          .select({
            id: identitySessions.id,
            since: identitySessions.createdAt,
            until: identitySessions.expiresAt,
            address: identitySessions.ipAddress,
            browser: identitySessions.userAgent,
          })
          .from(identitySessions)
          .$dynamic(),
    ),
    teacherRequests: newestFirst(
      teacherRequests,
      teacherRequests.createdAt,
      eq(teacherRequests.userId, id),
      () => db.select().from(teacherRequests).$dynamic(),
    ),
    classes: newestFirst(classes, classes.createdAt, eq(classes.teacherId, id), () =>
      db.select().from(classes).$dynamic(),
    ),
    classChanges: newestFirst(
      classChanges,
      classChanges.createdAt,
      inArray(classChanges.classId, ownClasses),
      () => db.select().from(classChanges).$dynamic(),
    ),
    classVersions: newestFirst(
      classVersions,
      classVersions.createdAt,
      inArray(classVersions.classId, ownClasses),
      () => db.select().from(classVersions).$dynamic(),
    ),
    lessons: newestFirst(lessons, lessons.createdAt, inArray(lessons.sectionId, ownSections), () =>
      db
        .select({ id: lessons.id, class: classes.title, section: sections.title, lesson: lessons })
        .from(lessons)
        .innerJoin(sections, eq(sections.id, lessons.sectionId))
        .innerJoin(classes, eq(classes.id, sections.classId))
        .$dynamic(),
    ),
    enrollments: newestFirst(enrollments, enrollments.enrolledAt, eq(enrollments.userId, id), () =>
      db
        .select({
          id: enrollments.id,
          class: classes.title,
          price: enrollments.price,
          since: enrollments.enrolledAt,
        })
        .from(enrollments)
        .innerJoin(classes, eq(classes.id, enrollments.classId))
        .$dynamic(),
    ),
    waitingLists: newestFirst(waitingList, waitingList.createdAt, eq(waitingList.userId, id), () =>
      db
        .select({ id: waitingList.id, class: classes.title, seatKeptUntil: waitingList.keptUntil })
        .from(waitingList)
        .innerJoin(classes, eq(classes.id, waitingList.classId))
        .$dynamic(),
    ),
    lessonProgress: newestFirst(lessonProgress, lessonProgress.seenAt, eq(lessonProgress.userId, id), () =>
      db
        .select({
          id: lessonProgress.id,
          lesson: lessons.title,
          doneAt: lessonProgress.doneAt,
          position: lessonProgress.position,
          seenAt: lessonProgress.seenAt,
        })
        .from(lessonProgress)
        .innerJoin(lessons, eq(lessons.id, lessonProgress.lessonId))
        .$dynamic(),
    ),
    certificates: newestFirst(certificates, certificates.issuedAt, eq(certificates.userId, id), () =>
      db.select().from(certificates).$dynamic(),
    ),
    ...listWrittenTexts(db, id),
    payments: newestFirst(payments, payments.paidAt, eq(payments.userId, id), () =>
      db.select().from(payments).$dynamic(),
    ),
    documents: newestFirst(
      accountingDocuments,
      accountingDocuments.issuedAt,
      inArray(accountingDocuments.paymentId, ownPayments),
      () => db.select().from(accountingDocuments).$dynamic(),
    ),
    billingDetails: newestFirst(billingDetails, billingDetails.id, eq(billingDetails.id, id), () =>
      db.select().from(billingDetails).$dynamic(),
    ),
    pictures: newestFirst(pictures, pictures.createdAt, eq(pictures.userId, id), () =>
      db
        .select({ id: pictures.id, address: pictures.address, at: pictures.createdAt })
        .from(pictures)
        .$dynamic(),
    ),
    files: newestFirst(files, files.createdAt, eq(files.userId, id), () =>
      db
        .select({ id: files.id, name: files.name, type: files.type, bytes: files.bytes, at: files.createdAt })
        .from(files)
        .$dynamic(),
    ),
    refunds: newestFirst(refunds, refunds.createdAt, inArray(refunds.paymentId, ownPayments), () =>
      db
        .select({
          id: refunds.id,
          transaction: payments.transactionId,
          amount: refunds.amount,
          status: refunds.status,
          reason: refunds.reason,
          at: refunds.createdAt,
        })
        .from(refunds)
        .innerJoin(payments, eq(payments.id, refunds.paymentId))
        .$dynamic(),
    ),
    submissions: newestFirst(submissions, submissions.submittedAt, eq(submissions.userId, id), () =>
      db
        .select({ id: submissions.id, assignment: assignments.title, submission: submissions })
        .from(submissions)
        .innerJoin(assignments, eq(assignments.id, submissions.assignmentId))
        .$dynamic(),
    ),
    notifications: newestFirst(notifications, notifications.createdAt, eq(notifications.userId, id), () =>
      db.select().from(notifications).$dynamic(),
    ),
    emailPreferences: newestFirst(emailPreferences, emailPreferences.id, eq(emailPreferences.id, id), () =>
      db.select({ id: emailPreferences.id, muted: emailPreferences.muted }).from(emailPreferences).$dynamic(),
    ),
    invitations: newestFirst(invitations, invitations.createdAt, isToUser(db, { email, identityId }), () =>
      db
        .select({
          id: invitations.id,
          email: invitations.email,
          at: invitations.createdAt,
          until: invitations.expiresAt,
          used: sql<boolean>`${invitations.uses} > 0`,
        })
        .from(invitations)
        .$dynamic(),
    ),
    auditTrail: newestFirst(auditTrail, auditTrail.happenedAt, eq(auditTrail.actorId, id), () =>
      db.select().from(auditTrail).$dynamic(),
    ),
  };
};
