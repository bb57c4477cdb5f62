import { eq, isNotNull, type SQL, sql, type SQLWrapper } from 'drizzle-orm';
import type { PgSelect } from 'drizzle-orm/pg-core';
import type { ReportedKind } from '#contract/reports.ts';
import type { Queryable, Transaction } from '../../database/client.ts';
import {
  announcements,
  classes,
  feedback,
  feedbackReplies,
  lessons,
  posts,
  sections,
  teacherBios,
  users,
} from '../../database/schema.ts';
import { DELETED_USER } from '../../database/shown-user.ts';
import { editConflict, isSameMoment } from '../../http/edit-conflict.ts';

/**
 * The tables of what users can report and admins can hide. Posts are questions and answers; a bio is what a teacher has
 * written about themselves, and has the id of the teacher.
 */
export const SUBJECTS = { post: posts, feedback, announcement: announcements, bio: teacherBios };

export const SUBJECT_TYPES = ['post', 'feedback', 'announcement', 'bio'] as const;
export type SubjectType = (typeof SUBJECT_TYPES)[number];

/** The texts of subjects, and when they were last changed. What the teacher replies to feedback is part of it. */
export const TEXTS = {
  post: { text: posts.text, changedAt: sql`coalesce(${posts.editedAt}, ${posts.createdAt})` },
  // The table is named because Drizzle leaves the names out of a query of one table.
  feedback: {
    text: feedback.feedback,
    changedAt: sql`greatest(${feedback}.updated_at,
      (select r.updated_at from ${feedbackReplies} r where r.feedback_id = ${feedback}.id))`,
  },
  // Announcements cannot be changed.
  announcement: { text: announcements.text, changedAt: sql`${announcements.createdAt}` },
  bio: { text: teacherBios.text, changedAt: sql`${teacherBios.updatedAt}` },
} satisfies Record<SubjectType, { text: SQLWrapper; changedAt: SQL }>;

/** The kind of a subject, in a query with `joinContext`. */
export const kindOfSubject = sql<ReportedKind>`case
  when ${feedback.id} is not null then 'feedback'
  when ${announcements.id} is not null then 'announcement'
  when ${teacherBios.id} is not null then 'bio'
  when ${posts.questionId} is not null then 'answer'
  when ${posts.id} is not null then 'question' end`;

/** Joins a question, an answer, feedback, an announcement or a bio by their ids, with its author and its class, if any. */
export const joinContext = <Query extends PgSelect>(
  query: Query,
  { post, feedback: feedbackId, announcement, bio }: Record<SubjectType, SQLWrapper>,
) =>
  query
    .leftJoin(posts, sql`${posts.id} = ${post}`)
    .leftJoin(lessons, eq(lessons.id, posts.lessonId))
    .leftJoin(sections, eq(sections.id, lessons.sectionId))
    .leftJoin(feedback, sql`${feedback.id} = ${feedbackId}`)
    .leftJoin(feedbackReplies, eq(feedbackReplies.feedbackId, feedback.id))
    .leftJoin(announcements, sql`${announcements.id} = ${announcement}`)
    .leftJoin(teacherBios, sql`${teacherBios.id} = ${bio}`)
    .leftJoin(
      classes,
      sql`${classes.id} = coalesce(${sections.classId}, ${feedback.classId}, ${announcements.classId})`,
    )
    .leftJoin(
      users,
      sql`${users.id} = coalesce(${posts.userId}, ${feedback.userId}, ${announcements.userId}, ${teacherBios.id})`,
    );

const NO_ID = sql`null::uuid`;

interface LockedSubject {
  text: string;
  changedAt: Date;
}

/**
 * Locks a question, an answer, an announcement, a bio, or feedback with the teacher's reply, until the transaction ends. The
 * deletion of its author waits for it, and then finds the name in the audit trail.
 * @returns its text, or undefined if there is no such subject
 */
export const lockSubject = async (trx: Transaction, id: string): Promise<LockedSubject | undefined> => {
  for (const type of SUBJECT_TYPES) {
    const { text, changedAt } = TEXTS[type];
    const table = SUBJECTS[type];
    const isIt = eq(table.id, id);
    const locked = await trx.select({ id: table.id }).from(table).where(isIt).for('no key update');
    if (locked.length === 0) continue;
    // A later statement, because one that waits for the lock of the feedback still sees the reply as it was before.
    const [found] = await trx
      .select({ text, changedAt: changedAt.mapWith(posts.createdAt) })
      .from(table)
      .where(isIt);
    return found;
  }
  return undefined;
};

/**
 * Requires a locked subject to be as an admin has seen it.
 * @param seen when the text that the admin has read was changed
 * @throws ApiError `edit_conflict` with the stored text
 */
export const requireSeen = ({ text, changedAt }: LockedSubject, seen: string): void => {
  if (isSameMoment(seen, changedAt)) return;
  throw editConflict(
    { text, changedAt: changedAt.toISOString() },
    'This has been edited in the meantime. Please look at it again.',
  );
};

/** What the audit trail says of a subject: its kind, and its author and class as a name. Undefined if there is none. */
export const describeSubject = async (db: Queryable, type: SubjectType, id: string) => {
  const [found] = await joinContext(
    db
      .select({ kind: kindOfSubject, authorId: users.id, name: users.name, title: classes.title })
      .from(sql`(select ${id}::uuid as id) given`)
      .$dynamic(),
    { post: NO_ID, feedback: NO_ID, announcement: NO_ID, bio: NO_ID, [type]: sql`given.id` },
  ).where(isNotNull(kindOfSubject));
  const author = found?.name ?? DELETED_USER;
  return (
    found && {
      subjectType: found.kind,
      subjectId: id,
      aboutUserId: found.authorId,
      subjectName: found.title === null ? author : `${author} on "${found.title}"`,
    }
  );
};
