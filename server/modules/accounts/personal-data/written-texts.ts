import { eq, sql } from 'drizzle-orm';
import type { Queryable } from '../../../database/client.ts';
import {
  announcements,
  classes,
  feedback,
  feedbackReplies,
  lessonNotes,
  lessons,
  posts,
  reports,
  teacherBios,
} from '../../../database/schema.ts';
import { newestFirstIn } from './newest-first.ts';

/**
 * What others wrote and the user has reported. It is only exported as they read it: later versions may be in a class that
 * they can no longer open.
 */
const REPORTED = {
  text: sql`coalesce(${posts.text}, ${feedback.feedback}, ${announcements.text}, ${teacherBios.text})`,
  changedAt: sql`coalesce(
    ${posts.editedAt}, ${posts.createdAt}, ${feedback.updatedAt}, ${announcements.createdAt}, ${teacherBios.updatedAt})`,
};

/** The part of the personal data export with what a user has written to others, and the notes. */
export const listWrittenTexts = (db: Queryable, id: string) => {
  const newestFirst = newestFirstIn(db);
  return {
    lessonNotes: newestFirst(lessonNotes, lessonNotes.updatedAt, eq(lessonNotes.userId, id), () =>
      db
        .select({
          id: lessonNotes.id,
          lesson: lessons.title,
          text: lessonNotes.text,
          at: lessonNotes.updatedAt,
        })
        .from(lessonNotes)
        .innerJoin(lessons, eq(lessons.id, lessonNotes.lessonId))
        .$dynamic(),
    ),
    questions: newestFirst(posts, posts.createdAt, eq(posts.userId, id), () =>
      db
        .select({
          id: posts.id,
          lesson: lessons.title,
          answerTo: posts.questionId,
          text: posts.text,
          at: posts.createdAt,
          editedAt: posts.editedAt,
          hiddenAt: posts.hiddenAt,
          hiddenReason: posts.hiddenReason,
        })
        .from(posts)
        .innerJoin(lessons, eq(lessons.id, posts.lessonId))
        .$dynamic(),
    ),
    reports: newestFirst(reports, reports.createdAt, eq(reports.userId, id), () =>
      db
        .select({
          id: reports.id,
          reported: sql<
            string | null
          >`case when ${REPORTED.changedAt} <= ${reports.createdAt} then ${REPORTED.text} end`,
          reason: reports.reason,
          at: reports.createdAt,
        })
        .from(reports)
        .leftJoin(posts, eq(posts.id, reports.postId))
        .leftJoin(feedback, eq(feedback.id, reports.feedbackId))
        .leftJoin(announcements, eq(announcements.id, reports.announcementId))
        .leftJoin(teacherBios, eq(teacherBios.id, reports.bioId))
        .$dynamic(),
    ),
    announcements: newestFirst(announcements, announcements.createdAt, eq(announcements.userId, id), () =>
      db
        .select({
          id: announcements.id,
          class: classes.title,
          text: announcements.text,
          at: announcements.createdAt,
          hiddenAt: announcements.hiddenAt,
          hiddenReason: announcements.hiddenReason,
        })
        .from(announcements)
        .innerJoin(classes, eq(classes.id, announcements.classId))
        .$dynamic(),
    ),
    feedback: newestFirst(feedback, feedback.updatedAt, eq(feedback.userId, id), () =>
      db
        .select({
          id: feedback.id,
          class: classes.title,
          text: feedback.feedback,
          rating: feedback.rating,
          at: feedback.updatedAt,
          hiddenAt: feedback.hiddenAt,
          hiddenReason: feedback.hiddenReason,
        })
        .from(feedback)
        .innerJoin(classes, eq(classes.id, feedback.classId))
        .$dynamic(),
    ),
    feedbackReplies: newestFirst(
      feedbackReplies,
      feedbackReplies.createdAt,
      eq(feedbackReplies.userId, id),
      () =>
        db
          .select({
            id: feedbackReplies.id,
            class: classes.title,
            reply: feedbackReplies.text,
            at: feedbackReplies.updatedAt,
          })
          .from(feedbackReplies)
          .innerJoin(feedback, eq(feedback.id, feedbackReplies.feedbackId))
          .innerJoin(classes, eq(classes.id, feedback.classId))
          .$dynamic(),
    ),
  };
};
