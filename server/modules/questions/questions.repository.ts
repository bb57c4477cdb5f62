import { and, count, desc, eq, gt, inArray, isNull, lt, lte, ne, or, type SQL, sql } from 'drizzle-orm';
import type { PgSelect } from 'drizzle-orm/pg-core';
import { lockInTransaction } from '../../database/advisory-lock.ts';
import type { Queryable, Transaction } from '../../database/client.ts';
import { classes, lessons, posts, sections, users } from '../../database/schema.ts';
import type { CurrentUser } from '../../http/access.ts';
import { notFound } from '../../http/api-error.ts';

/** Joins the lesson, the class and the author of a question or answer. */
export const joinLesson = <Query extends PgSelect>(query: Query) =>
  query
    .innerJoin(lessons, eq(lessons.id, posts.lessonId))
    .innerJoin(sections, eq(sections.id, lessons.sectionId))
    .innerJoin(classes, eq(classes.id, sections.classId))
    .leftJoin(users, eq(users.id, posts.userId));

/** The posts that a caller sees. Users see their own hidden posts, and admins all of them. */
const visibleTo = ({ id, role }: CurrentUser): SQL | undefined =>
  role === 'admin' ? undefined : or(isNull(posts.hiddenAt), eq(posts.userId, id));

const selectPosts = (db: Queryable) =>
  db
    .select({
      id: posts.id,
      number: posts.number,
      lessonId: posts.lessonId,
      questionId: posts.questionId,
      text: posts.text,
      version: posts.version,
      userId: posts.userId,
      name: users.name,
      image: users.photo,
      createdAt: posts.createdAt,
      editedAt: posts.editedAt,
      acceptedAt: posts.acceptedAt,
      hiddenReason: posts.hiddenReason,
    })
    .from(posts)
    .leftJoin(users, eq(users.id, posts.userId));

export type PostRow = Awaited<ReturnType<typeof selectPosts>>[number];

/** The questions under a lesson that the caller can see, newest first: at most `limit`, older than `before`. */
export const listQuestions = (
  db: Queryable,
  caller: CurrentUser,
  lessonId: string,
  { before, limit }: { before: number | undefined; limit: number },
): Promise<PostRow[]> =>
  selectPosts(db)
    .where(
      and(
        eq(posts.lessonId, lessonId),
        isNull(posts.questionId),
        before === undefined ? undefined : lt(posts.number, before),
        visibleTo(caller),
      ),
    )
    .orderBy(desc(posts.number))
    .limit(limit);

/** The order of the answers to a question: the accepted one first, then the oldest. */
const ANSWER_ORDER = sql`${posts.acceptedAt} is null, ${posts.number}`;

/** The first answers to each question that the caller sees, at most `limit` of each, in order. */
export const listFirstAnswers = (
  db: Queryable,
  caller: CurrentUser,
  questionIds: string[],
  limit: number,
): Promise<PostRow[]> => {
  const answers = db
    .select({
      id: posts.id,
      place: sql<number>`row_number() over (partition by ${posts.questionId} order by ${ANSWER_ORDER})`.as(
        'place',
      ),
    })
    .from(posts)
    .where(and(inArray(posts.questionId, questionIds), visibleTo(caller)))
    .as('answers');
  const first = db.select({ id: answers.id }).from(answers).where(lte(answers.place, limit));
  return selectPosts(db).where(inArray(posts.id, first)).orderBy(ANSWER_ORDER);
};

/** The number of answers that the caller can see, by the id of the question. Questions without answers are absent. */
export const countVisibleAnswers = async (
  db: Queryable,
  caller: CurrentUser,
  questionIds: string[],
): Promise<Map<string | null, number>> => {
  const counts = await db
    .select({ questionId: posts.questionId, answers: count() })
    .from(posts)
    .where(and(inArray(posts.questionId, questionIds), visibleTo(caller)))
    .groupBy(posts.questionId);
  return new Map(counts.map(({ questionId, answers }) => [questionId, answers]));
};

/**
 * At most `limit` answers to a question that the caller can see, in order. With `after`, only answers with a higher
 * number that are not accepted.
 */
export const listAnswers = (
  db: Queryable,
  caller: CurrentUser,
  questionId: string,
  { after, limit }: { after: number | undefined; limit: number },
): Promise<PostRow[]> =>
  selectPosts(db)
    .where(
      and(
        eq(posts.questionId, questionId),
        after === undefined ? undefined : and(isNull(posts.acceptedAt), gt(posts.number, after)),
        visibleTo(caller),
      ),
    )
    .orderBy(ANSWER_ORDER)
    .limit(limit);

/** A question or answer that the caller may see. @throws ApiError `not_found` */
export const findPost = async (db: Queryable, caller: CurrentUser, id: string): Promise<PostRow> => {
  const [row] = await selectPosts(db).where(and(eq(posts.id, id), visibleTo(caller)));
  if (!row) throw notFound('The question or answer');
  return row;
};

/** Locks a question or answer until the transaction ends. @throws ApiError `not_found` */
export const lockPost = async (trx: Transaction, id: string) => {
  const [row] = await trx.select().from(posts).where(eq(posts.id, id)).for('update');
  if (!row) throw notFound('The question or answer');
  return row;
};

/** Stores a question, or an answer to one. @returns whether there was none with this id */
export const insertPost = async (
  trx: Transaction,
  post: { id: string; lessonId: string; questionId?: string; userId: string; text: string },
): Promise<boolean> => {
  const added = await trx.insert(posts).values(post).onConflictDoNothing().returning({ id: posts.id });
  return added.length > 0;
};

/** Whether a question or an answer exists, regardless of who may see it. */
export const hasPost = async (trx: Transaction, id: string): Promise<boolean> =>
  (await trx.select({ id: posts.id }).from(posts).where(eq(posts.id, id))).length > 0;

/** Makes the questions of a user under a lesson wait for each other until the transaction ends, so that they can be counted. */
export const lockQuestionsOf = (trx: Transaction, userId: string, lessonId: string): Promise<void> =>
  lockInTransaction(trx, `questions ${userId} ${lessonId}`);

/** The number of a user's questions under a lesson that are not hidden. */
export const countUnhiddenQuestions = (trx: Transaction, userId: string, lessonId: string): Promise<number> =>
  trx.$count(
    posts,
    and(
      eq(posts.lessonId, lessonId),
      eq(posts.userId, userId),
      isNull(posts.questionId),
      isNull(posts.hiddenAt),
    ),
  );

/** The numbers of answers to a question that are not hidden: all of them, and those of a user. */
export const countUnhiddenAnswers = async (trx: Transaction, questionId: string, userId: string) => {
  const [row] = await trx
    .select({
      total: count(),
      own: sql<number>`(count(*) filter (where ${posts.userId} = ${userId}))::int`,
    })
    .from(posts)
    .where(and(eq(posts.questionId, questionId), isNull(posts.hiddenAt)));
  return row!;
};

/** Locks the answers to a question until the transaction ends. @returns their authors and whether they are hidden */
export const lockAnswers = (trx: Transaction, questionId: string) =>
  trx
    .select({ userId: posts.userId, hiddenAt: posts.hiddenAt })
    .from(posts)
    .where(eq(posts.questionId, questionId))
    .for('update');

/**
 * Replaces a text. The time is that of the change and not of the transaction, which may have waited for a dismissal of
 * reports on the earlier text.
 * @returns the new version
 */
export const setText = async (trx: Transaction, id: string, text: string): Promise<number> => {
  const [row] = await trx
    .update(posts)
    .set({ text, version: sql`${posts.version} + 1`, editedAt: sql`clock_timestamp()` })
    .where(eq(posts.id, id))
    .returning({ version: posts.version });
  return row!.version;
};

/** Marks an answer as the accepted one of its question, or none. */
export const setAccepted = async (
  trx: Transaction,
  questionId: string,
  answerId: string | undefined,
): Promise<void> => {
  await trx
    .update(posts)
    .set({ acceptedAt: null })
    .where(
      and(eq(posts.questionId, questionId), answerId === undefined ? undefined : ne(posts.id, answerId)),
    );
  if (answerId === undefined) return;
  await trx
    .update(posts)
    .set({ acceptedAt: sql`coalesce(${posts.acceptedAt}, now())` })
    .where(eq(posts.id, answerId));
};

/** Deletes a question or an answer. */
export const removePost = async (trx: Transaction, id: string): Promise<void> => {
  await trx.delete(posts).where(eq(posts.id, id));
};

/** The titles of a lesson and its class. */
export const findTitles = async (db: Queryable, lessonId: string) => {
  const [row] = await db
    .select({
      lesson: lessons.title,
      title: classes.title,
      classId: classes.id,
      teacherId: classes.teacherId,
    })
    .from(lessons)
    .innerJoin(sections, eq(sections.id, lessons.sectionId))
    .innerJoin(classes, eq(classes.id, sections.classId))
    .where(eq(lessons.id, lessonId));
  return row!;
};

/**
 * Removes a user's questions and answers. Questions that others have answered, and answers to others, stay without the
 * user's name, because the conversation makes no sense without them.
 * @returns the ids of everything that the user wrote
 */
export const removePostsOf = async (trx: Transaction, userId: string): Promise<string[]> => {
  const answers = trx
    .select({ one: sql`1` })
    .from(sql`${posts} answer`)
    .where(sql`answer.question_id = ${posts.id} and answer.user_id is distinct from ${userId}::uuid`);
  const deleted = await trx
    .delete(posts)
    .where(and(eq(posts.userId, userId), isNull(posts.questionId), sql`not exists ${answers}`))
    .returning({ id: posts.id });
  const left = await trx
    .update(posts)
    .set({ userId: null })
    .where(eq(posts.userId, userId))
    .returning({ id: posts.id });
  return [...deleted, ...left].map(({ id }) => id);
};
