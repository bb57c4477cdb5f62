import { eq } from 'drizzle-orm';
import type { Queryable } from '../../../database/client.ts';
import {
  assignments,
  certificates,
  classes,
  enrollments,
  lessonProgress,
  lessons,
  submissions,
  savedClasses,
  waitingList,
} from '../../../database/schema.ts';
import { newestFirstIn } from './newest-first.ts';

/** The part of the personal data export about what a user learns. */
export const listLearningData = (db: Queryable, id: string) => {
  const newestFirst = newestFirstIn(db);
  return {
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
    savedClasses: newestFirst(savedClasses, savedClasses.savedAt, eq(savedClasses.userId, id), () =>
      db
        .select({ id: savedClasses.id, class: classes.title, at: savedClasses.savedAt })
        .from(savedClasses)
        .innerJoin(classes, eq(classes.id, savedClasses.classId))
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
    submissions: newestFirst(submissions, submissions.submittedAt, eq(submissions.userId, id), () =>
      db
        .select({ id: submissions.id, assignment: assignments.title, submission: submissions })
        .from(submissions)
        .innerJoin(assignments, eq(assignments.id, submissions.assignmentId))
        .$dynamic(),
    ),
    certificates: newestFirst(certificates, certificates.issuedAt, eq(certificates.userId, id), () =>
      db.select().from(certificates).$dynamic(),
    ),
  };
};
