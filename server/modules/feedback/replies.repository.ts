import { and, eq, sql } from 'drizzle-orm';
import { alias, type PgSelect } from 'drizzle-orm/pg-core';
import type { Feedback } from '#contract/feedback.ts';
import type { Transaction } from '../../database/client.ts';
import { classes, feedback, feedbackReplies, users } from '../../database/schema.ts';

const teachers = alias(users, 'teachers');

/** Joins the teacher's reply to feedback, if there is one. */
export const joinReply = <Query extends PgSelect>(query: Query) =>
  query
    .leftJoin(feedbackReplies, eq(feedbackReplies.feedbackId, feedback.id))
    .leftJoin(teachers, eq(teachers.id, feedbackReplies.userId));

/** The columns of the reply, for a query with `joinReply`. */
export const replyColumns = {
  text: feedbackReplies.text,
  name: teachers.name,
  image: teachers.photo,
  isOutdated: sql<boolean>`${feedback.updatedAt} > ${feedbackReplies.updatedAt}`,
};

type Reply = NonNullable<Feedback['reply']>;

/** The reply as users see it. Empty if there is none. */
export const presentReply = (reply: {
  [Column in keyof Reply]: Reply[Column] | null;
}): Pick<Feedback, 'reply'> =>
  reply.text === null
    ? {}
    : {
        reply: {
          text: reply.text,
          name: reply.name ?? '',
          image: reply.image ?? '',
          isOutdated: reply.isOutdated ?? false,
        },
      };

/** What a reply to feedback depends on: its author, and the class with its teacher. */
export const findReplySubject = async (trx: Transaction, id: string) => {
  const [row] = await trx
    .select({
      authorId: feedback.userId,
      classId: classes.id,
      title: classes.title,
      teacherId: classes.teacherId,
    })
    .from(feedback)
    .innerJoin(classes, eq(classes.id, feedback.classId))
    .where(eq(feedback.id, id));
  return row;
};

/** Locks feedback until the transaction ends. @returns what is stored, or undefined if it is gone */
export const lockFeedback = async (trx: Transaction, id: string) => {
  const [row] = await trx
    .select({
      feedback: feedback.feedback,
      rating: feedback.rating,
      updatedAt: feedback.updatedAt,
      hiddenAt: feedback.hiddenAt,
    })
    .from(feedback)
    .where(eq(feedback.id, id))
    .for('update');
  return row;
};

/** Whether feedback has a reply. */
export const hasReply = async (trx: Transaction, feedbackId: string): Promise<boolean> =>
  (await trx.$count(feedbackReplies, eq(feedbackReplies.feedbackId, feedbackId))) > 0;

/**
 * Saves the reply of a teacher, which replaces an earlier one. A repeat changes nothing, unless the feedback has changed
 * since: then it says that the reply still holds. The time is that of the change and not of the transaction, which may
 * have waited for a dismissal of reports on the earlier reply.
 * @returns whether anything was changed
 */
export const upsertReply = async (
  trx: Transaction,
  reply: { feedbackId: string; userId: string; text: string },
): Promise<boolean> => {
  const changedNow = sql`clock_timestamp()`;
  const feedbackChanged = sql`(select f.updated_at from ${feedback} f where f.id = ${reply.feedbackId})`;
  const saved = await trx
    .insert(feedbackReplies)
    .values({ ...reply, updatedAt: changedNow })
    .onConflictDoUpdate({
      target: feedbackReplies.feedbackId,
      set: { text: reply.text, userId: reply.userId, updatedAt: changedNow },
      setWhere: sql`${feedbackReplies.text} <> ${reply.text} or ${feedbackReplies.updatedAt} < ${feedbackChanged}`,
    })
    .returning({ id: feedbackReplies.id });
  return saved.length > 0;
};

/** Deletes a user's reply to feedback. @returns whether there was one */
export const removeReply = async (
  trx: Transaction,
  reply: { feedbackId: string; userId: string },
): Promise<boolean> => {
  const removed = await trx
    .delete(feedbackReplies)
    .where(and(eq(feedbackReplies.feedbackId, reply.feedbackId), eq(feedbackReplies.userId, reply.userId)))
    .returning({ id: feedbackReplies.id });
  return removed.length > 0;
};

/** Deletes all replies of a user. @returns the ids of the feedback that they replied to */
export const deleteRepliesOf = async (trx: Transaction, userId: string): Promise<string[]> => {
  const removed = await trx
    .delete(feedbackReplies)
    .where(eq(feedbackReplies.userId, userId))
    .returning({ feedbackId: feedbackReplies.feedbackId });
  return removed.map(({ feedbackId }) => feedbackId);
};
