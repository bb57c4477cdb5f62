import { and, eq, getTableColumns, isNull, sql } from 'drizzle-orm';
import type { PgSelect } from 'drizzle-orm/pg-core';
import { COUNTED_ENTRIES } from '#contract/paging.ts';
import type { FeedbackInput } from '#contract/own-feedback.ts';
import type { Queryable, Transaction } from '../../database/client.ts';
import { createList, type List } from '../../database/list.ts';
import { byAge } from '../../database/paging.ts';
import { feedback, users } from '../../database/schema.ts';
import { joinReply, replyColumns } from './replies.repository.ts';

const { id, classId, feedback: text, rating, updatedAt, hiddenReason } = getTableColumns(feedback);

const isPublic = isNull(feedback.hiddenAt);

const joinStudent = <Query extends PgSelect>(query: Query) =>
  query.innerJoin(users, eq(users.id, feedback.userId));

const columns = {
  id,
  classId,
  feedback: text,
  rating,
  user: { name: users.name, image: users.photo },
  updatedAt,
  reply: replyColumns,
};

const selectFeedback = (db: Queryable) =>
  joinReply(joinStudent(db.select(columns).from(feedback).$dynamic()));

export type FeedbackRow = Awaited<ReturnType<typeof selectFeedback>>[number];

/** Public feedback, newest first, of one class or of all. */
export const listFeedback = (db: Queryable, of: string | undefined): List<FeedbackRow> =>
  createList({
    db,
    id,
    order: byAge(feedback.updatedAt).newest,
    matching: and(isPublic, of ? eq(classId, of) : undefined),
    rows: () => selectFeedback(db),
    select: (only) => joinStudent(db.select(only).from(feedback).$dynamic()),
    idOf: (row) => row.id,
    countLimit: COUNTED_ENTRIES,
  });

/** A user's feedback on a class, with the reason if an admin has hidden it. */
export const findFeedbackOf = async (db: Queryable, userId: string, of: string) => {
  const [row] = await joinReply(
    joinStudent(
      db
        .select({ ...columns, hiddenReason })
        .from(feedback)
        .$dynamic(),
    ),
  ).where(and(eq(classId, of), eq(feedback.userId, userId)));
  return row;
};

/** Public feedback with its author. */
export const findPublicFeedback = async (db: Queryable, one: string) => {
  const [row] = await db
    .select({ userId: feedback.userId })
    .from(feedback)
    .where(and(eq(id, one), isPublic));
  return row;
};

/**
 * Saves a user's feedback on a class, which replaces any earlier feedback. A repeat changes nothing. The time is that of
 * the change, which may have waited for a dismissal of reports on the earlier feedback.
 * @returns its id, or undefined if an admin has hidden the earlier feedback
 */
export const upsertFeedback = async (
  db: Queryable,
  userId: string,
  input: FeedbackInput,
): Promise<string | undefined> => {
  const content = { feedback: input.feedback, rating: input.rating };
  const isSame = and(eq(text, content.feedback), eq(rating, content.rating));
  const [row] = await db
    .insert(feedback)
    .values({ userId, classId: input.classId, ...content })
    .onConflictDoUpdate({
      target: [feedback.userId, feedback.classId],
      setWhere: isPublic,
      set: {
        ...content,
        updatedAt: sql`case when ${isSame} then ${feedback.updatedAt} else clock_timestamp() end`,
      },
    })
    .returning({ id });
  return row?.id;
};

/** Deletes all feedback of a user. @returns the ids */
export const deleteFeedbackOf = async (trx: Transaction, userId: string): Promise<string[]> => {
  const deleted = await trx.delete(feedback).where(eq(feedback.userId, userId)).returning({ id });
  return deleted.map((row) => row.id);
};
