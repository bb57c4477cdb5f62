import { and, eq, isNotNull, or, sql } from 'drizzle-orm';
import type { ModeratedPostQuery } from '#contract/questions.ts';
import type { Queryable } from '../../database/client.ts';
import { createList, type List } from '../../database/list.ts';
import { byAge, containing } from '../../database/paging.ts';
import { classes, lessons, postReports, posts, users } from '../../database/schema.ts';
import { joinContext } from './questions.repository.ts';

/** The number of reports' remarks that are shown. */
const REMARKS = 5;

const reports = sql<number>`(select count(*)::int from ${postReports} r where r.post_id = ${posts.id})`;
const remarks = sql<string[]>`array(select r.remark from ${postReports} r
  where r.post_id = ${posts.id} and r.remark <> '' order by r.created_at desc limit ${sql.raw(String(REMARKS))})`;

const selectPosts = (db: Queryable) =>
  joinContext(
    db
      .select({
        id: posts.id,
        questionId: posts.questionId,
        lessonId: lessons.id,
        lesson: lessons.title,
        title: classes.title,
        text: posts.text,
        user: { name: users.name, email: users.email, image: users.photo },
        date: posts.createdAt,
        reports,
        remarks,
        hiddenReason: posts.hiddenReason,
      })
      .from(posts)
      .$dynamic(),
  );

export type ModeratedPostRow = Awaited<ReturnType<typeof selectPosts>>[number];

const isReported = sql`exists (select from ${postReports} r where r.post_id = ${posts.id})`;
const STATES = {
  reported: and(isReported, sql`${posts.hiddenAt} is null`),
  hidden: isNotNull(posts.hiddenAt),
};

/**
 * Questions and answers that were reported or are hidden, newest first. The search covers text, author, lesson and
 * class.
 */
export const listModeratedPosts = (db: Queryable, { state, q }: ModeratedPostQuery): List<ModeratedPostRow> =>
  createList({
    db,
    id: posts.id,
    order: byAge(posts.createdAt).newest,
    matching: and(
      state ? STATES[state] : or(isReported, STATES.hidden),
      containing(q, posts.text, users.name, users.email, lessons.title, classes.title),
    ),
    rows: () => selectPosts(db),
    select: (columns) => joinContext(db.select(columns).from(posts).$dynamic()),
    idOf: ({ id }) => id,
  });

/** Finds a question or answer as admins see it, whether or not it was reported. */
export const findModeratedPost = async (db: Queryable, id: string): Promise<ModeratedPostRow | undefined> => {
  const [row] = await selectPosts(db).where(eq(posts.id, id));
  return row;
};

/** Records a report. @returns whether the user had not reported it before */
export const insertReport = async (
  db: Queryable,
  report: { postId: string; userId: string; remark: string },
): Promise<boolean> => {
  const added = await db
    .insert(postReports)
    .values(report)
    .onConflictDoNothing()
    .returning({ id: postReports.id });
  return added.length > 0;
};

/** Deletes the reports of a user. */
export const deleteReportsOf = async (db: Queryable, userId: string): Promise<void> => {
  await db.delete(postReports).where(eq(postReports.userId, userId));
};
