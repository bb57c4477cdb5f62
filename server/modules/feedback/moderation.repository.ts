import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import type { PgSelect } from 'drizzle-orm/pg-core';
import type { ModeratedFeedbackQuery } from '#contract/moderated-feedback.ts';
import type { Queryable } from '../../database/client.ts';
import { createList, type List } from '../../database/list.ts';
import { bothWays, byAge, containing, type Order } from '../../database/paging.ts';
import { classes, feedback, users } from '../../database/schema.ts';
import { TEXTS } from '../moderation/subjects.ts';
import { joinReply, replyColumns } from './replies.repository.ts';

const joinDetails = <Query extends PgSelect>(query: Query) =>
  joinReply(
    query
      .innerJoin(users, eq(users.id, feedback.userId))
      .innerJoin(classes, eq(classes.id, feedback.classId)),
  );

const selectFeedback = (db: Queryable) =>
  joinDetails(
    db
      .select({
        id: feedback.id,
        classId: feedback.classId,
        title: classes.title,
        date: feedback.updatedAt,
        changedAt: TEXTS.feedback.changedAt.mapWith(feedback.updatedAt),
        feedback: feedback.feedback,
        rating: feedback.rating,
        user: { name: users.name, email: users.email, image: users.photo },
        hiddenReason: feedback.hiddenReason,
        reply: replyColumns,
      })
      .from(feedback)
      .$dynamic(),
  );

export type ModeratedRow = Awaited<ReturnType<typeof selectFeedback>>[number];

const SORTS: Record<NonNullable<ModeratedFeedbackQuery['sort']>, Order> = {
  ...byAge(feedback.updatedAt),
  ...bothWays({
    name: sql`lower(${users.name})`,
    title: sql`lower(${classes.title})`,
    rating: feedback.rating,
  }),
};

const STATES = { public: isNull(feedback.hiddenAt), hidden: isNotNull(feedback.hiddenAt) };

/** All feedback, hidden or not, newest first by default. The search covers text, student and class. */
export const listModeratedFeedback = (
  db: Queryable,
  { state, q, sort = 'newest' }: ModeratedFeedbackQuery,
): List<ModeratedRow> =>
  createList({
    db,
    id: feedback.id,
    order: SORTS[sort],
    matching: and(
      state && STATES[state],
      containing(q, feedback.feedback, users.name, users.email, classes.title),
    ),
    rows: () => selectFeedback(db),
    select: (columns) => joinDetails(db.select(columns).from(feedback).$dynamic()),
    idOf: ({ id }) => id,
  });
