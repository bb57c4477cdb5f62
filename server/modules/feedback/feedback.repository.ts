import { and, eq, getTableColumns, sql } from 'drizzle-orm';
import type { FeedbackInput } from '#contract/feedback.ts';
import type { PageQuery } from '#contract/paging.ts';
import type { Queryable, Transaction } from '../../database/client.ts';
import { byAge, readCountedPage } from '../../database/paging.ts';
import { feedback, users } from '../../database/schema.ts';

const { id, classId, feedback: text, rating } = getTableColumns(feedback);

const selectFeedback = (db: Queryable) =>
  db
    .select({ id, classId, feedback: text, rating, user: { name: users.name, image: users.photo } })
    .from(feedback)
    .innerJoin(users, eq(users.id, feedback.userId));

export type FeedbackRow = Awaited<ReturnType<typeof selectFeedback>>[number];

/** Newest first, of one class or of all; counted where a page is asked for by its number. */
export const listFeedback = async (
  db: Queryable,
  { classId: of, page, limit }: Pick<PageQuery, 'page' | 'limit'> & { classId?: string },
): Promise<{ rows: FeedbackRow[]; total?: number }> => {
  const matching = of ? eq(classId, of) : undefined;
  const query = selectFeedback(db)
    .where(matching)
    .orderBy(...byAge(feedback.updatedAt, id).newest)
    .$dynamic();
  if (page) {
    const ids = db.select({ id }).from(feedback).where(matching).$dynamic();
    return readCountedPage(db, query, ids, { page, limit });
  }
  return { rows: await (limit ? query.limit(limit) : query) };
};

/** What a person said of a class. */
export const findFeedbackOf = async (
  db: Queryable,
  userId: string,
  of: string,
): Promise<FeedbackRow | undefined> => {
  const [row] = await selectFeedback(db).where(and(eq(classId, of), eq(feedback.userId, userId)));
  return row;
};

/** Keeps what a person says of a class, in place of what they said before. @returns its id */
export const upsertFeedback = async (
  db: Queryable,
  userId: string,
  input: FeedbackInput,
): Promise<string> => {
  const said = { feedback: input.feedback, rating: input.rating };
  const [row] = await db
    .insert(feedback)
    .values({ userId, classId: input.classId, ...said })
    .onConflictDoUpdate({
      target: [feedback.userId, feedback.classId],
      set: { ...said, updatedAt: sql`now()` },
    })
    .returning({ id });
  return row!.id;
};

/** Forgets all that a person said. */
export const deleteFeedbackOf = async (trx: Transaction, userId: string): Promise<void> => {
  await trx.delete(feedback).where(eq(feedback.userId, userId));
};
