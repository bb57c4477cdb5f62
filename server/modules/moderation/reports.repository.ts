import { and, eq, isNotNull, isNull, or, sql } from 'drizzle-orm';
import { QueryBuilder } from 'drizzle-orm/pg-core';
import type { ReportsQuery } from '#contract/reports.ts';
import type { Queryable, Transaction } from '../../database/client.ts';
import { createList, type List } from '../../database/list.ts';
import { byAge, containing } from '../../database/paging.ts';
import {
  announcements,
  classes,
  feedback,
  feedbackReplies,
  lessons,
  posts,
  reports,
  teacherBios,
  users,
} from '../../database/schema.ts';
import { joinContext, kindOfSubject, SUBJECT_TYPES, SUBJECTS, type SubjectType, TEXTS } from './subjects.ts';

/** The number of reports' reasons that are shown. */
const REASONS = 5;

const isOpen = isNull(reports.dismissedAt);
const find = new QueryBuilder();

/** The columns of `reports` that refer to a subject. */
const REFERENCES = {
  post: reports.postId,
  feedback: reports.feedbackId,
  announcement: reports.announcementId,
  bio: reports.bioId,
};

/** The ids of what is hidden or has open reports. */
const subjects = find
  .select({ id: posts.id })
  .from(posts)
  .where(isNotNull(posts.hiddenAt))
  .union(find.select({ id: feedback.id }).from(feedback).where(isNotNull(feedback.hiddenAt)))
  .union(find.select({ id: announcements.id }).from(announcements).where(isNotNull(announcements.hiddenAt)))
  .union(find.select({ id: teacherBios.id }).from(teacherBios).where(isNotNull(teacherBios.hiddenAt)))
  .union(
    find
      .select({ id: sql<string>`coalesce(${sql.join(Object.values(REFERENCES), sql`, `)})` })
      .from(reports)
      .where(isOpen),
  )
  .as('subject');

const OF_SUBJECTS = { post: subjects.id, feedback: subjects.id, announcement: subjects.id, bio: subjects.id };

const text = sql<string>`coalesce(${posts.text}, ${feedback.feedback}, ${announcements.text}, ${teacherBios.text})`;
const date = sql<Date>`coalesce(
  ${posts.createdAt}, ${feedback.updatedAt}, ${announcements.createdAt}, ${teacherBios.updatedAt})`.mapWith(
  posts.createdAt,
);
const changedAt = sql<Date>`coalesce(
  ${TEXTS.post.changedAt}, ${TEXTS.feedback.changedAt}, ${TEXTS.announcement.changedAt}, ${TEXTS.bio.changedAt})`.mapWith(
  posts.createdAt,
);
const hiddenReason = sql<string | null>`coalesce(
  ${posts.hiddenReason}, ${feedback.hiddenReason}, ${announcements.hiddenReason}, ${teacherBios.hiddenReason})`;
/** The open reports of a subject. The kinds are apart so that each can use its index. */
const ofSubject = sql`(select * from reports where post_id = ${posts.id}
  union all select * from reports where feedback_id = ${feedback.id}
  union all select * from reports where announcement_id = ${announcements.id}
  union all select * from reports where bio_id = ${teacherBios.id}) r where r.dismissed_at is null`;
const openReports = sql<number>`(select count(*)::int from ${ofSubject})`;
const reasons = sql<string[]>`array(select r.remark from ${ofSubject} and r.remark <> ''
  order by r.created_at desc limit ${sql.raw(String(REASONS))})`;

const selectReported = (db: Queryable) =>
  joinContext(
    db
      .select({
        id: subjects.id,
        kind: kindOfSubject,
        classId: classes.id,
        title: classes.title,
        lessonId: lessons.id,
        lesson: lessons.title,
        questionId: posts.questionId,
        rating: feedback.rating,
        text,
        reply: feedbackReplies.text,
        user: { name: users.name, email: users.email, image: users.photo },
        date,
        changedAt,
        reports: openReports,
        reasons,
        hiddenReason,
      })
      .from(subjects)
      .$dynamic(),
    OF_SUBJECTS,
  );

export type ReportedRow = Awaited<ReturnType<typeof selectReported>>[number];

const STATES = {
  reported: isNull(hiddenReason),
  hidden: isNotNull(hiddenReason),
};

/**
 * Questions, answers, feedback, announcements and bios with open reports or hidden, newest first. The search covers text,
 * reply, author, lesson and class.
 */
export const listReported = (db: Queryable, { state, kind: only, q }: ReportsQuery): List<ReportedRow> =>
  createList({
    db,
    id: subjects.id,
    order: byAge(date).newest,
    matching: and(
      state && STATES[state],
      only && eq(kindOfSubject, only),
      containing(q, text, feedbackReplies.text, users.name, users.email, lessons.title, classes.title),
    ),
    rows: () => selectReported(db),
    select: (columns) => joinContext(db.select(columns).from(subjects).$dynamic(), OF_SUBJECTS),
    idOf: ({ id }) => id,
  });

/**
 * Records a report. A repeat of the same user opens a dismissed report again if the text has changed since; otherwise it
 * changes nothing, nor does a report of what has been deleted meanwhile.
 * @returns how many reports were added or opened again
 */
export const addReport = async (
  db: Queryable,
  type: SubjectType,
  { id, userId, reason }: { id: string; userId: string; reason: string },
): Promise<number> => {
  const reference = sql.identifier(REFERENCES[type].name);
  const table = SUBJECTS[type];
  const { rowCount } = await db.execute(sql`
    insert into ${reports} (${reference}, user_id, remark)
    select ${table.id}, ${userId}::uuid, ${reason} from ${table} where ${table.id} = ${id} for key share
    on conflict (${reference}, user_id) do update
       set remark = excluded.remark, created_at = now(), dismissed_at = null
     where ${reports.dismissedAt} < (select ${TEXTS[type].changedAt} from ${table} where ${table.id} = ${id})`);
  return rowCount ?? 0;
};

/**
 * Dismisses the open reports of a question, an answer, feedback, an announcement or a bio.
 * @returns its type and how many there were, or undefined if nobody has ever reported it
 */
export const dismissReportsOf = async (trx: Transaction, id: string) => {
  const all = or(...Object.values(REFERENCES).map((reference) => eq(reference, id)));
  const [any] = await trx.select(REFERENCES).from(reports).where(all).limit(1);
  if (!any) return undefined;
  const { rowCount } = await trx
    .update(reports)
    .set({ dismissedAt: sql`now()` })
    .where(and(all, isOpen));
  const type = SUBJECT_TYPES.find((one) => any[one] !== null)!;
  return { type, dismissed: rowCount ?? 0 };
};

/** Deletes the reports of a user. */
export const deleteReportsOf = async (db: Queryable, userId: string): Promise<void> => {
  await db.delete(reports).where(eq(reports.userId, userId));
};
