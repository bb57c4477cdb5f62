import { and, count, eq, getTableColumns, sql } from 'drizzle-orm';
import { RATING } from '#contract/constants.ts';
import type { FeedbackInput, RatingSummary } from '#contract/feedback.ts';
import type { PageQuery } from '#contract/paging.ts';
import type { Queryable, Transaction } from '../../database/client.ts';
import { byAge, type Page, readPage } from '../../database/paging.ts';
import { feedback, users } from '../../database/schema.ts';

const { id, classId, feedback: text, rating } = getTableColumns(feedback);

const selectFeedback = (db: Queryable) =>
  db
    .select({ id, classId, feedback: text, rating, user: { name: users.name, image: users.photo } })
    .from(feedback)
    .innerJoin(users, eq(users.id, feedback.userId));

export type FeedbackRow = Awaited<ReturnType<typeof selectFeedback>>[number];

/** Newest first, of one class or of all. */
export const listFeedback = (
  db: Queryable,
  { classId: of, ...page }: Pick<PageQuery, 'page' | 'limit'> & { classId?: string },
): Promise<Page<FeedbackRow>> => {
  const matching = of ? eq(classId, of) : undefined;
  return readPage(
    selectFeedback(db)
      .where(matching)
      .orderBy(...byAge(feedback.updatedAt, id).newest)
      .$dynamic(),
    db.select({ total: count() }).from(feedback).where(matching),
    page,
  );
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

/** How a class is rated. */
export const summarizeRatings = async (db: Queryable, of: string): Promise<RatingSummary> => {
  const rows = await db
    .select({ rating, count: count() })
    .from(feedback)
    .where(eq(classId, of))
    .groupBy(rating);
  const counted = new Map(rows.map((row) => [row.rating, row.count]));
  const distribution = Array.from({ length: RATING.max }, (_, index) => counted.get(index + 1) ?? 0);
  const total = distribution.reduce((sum, number) => sum + number, 0);
  const stars = distribution.reduce((sum, number, index) => sum + number * (index + 1), 0);
  return { count: total, average: total === 0 ? null : stars / total, distribution };
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
