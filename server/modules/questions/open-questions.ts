import { and, eq, isNull, not, sql } from 'drizzle-orm';
import type { Queryable } from '../../database/client.ts';
import { createList, type List } from '../../database/list.ts';
import { byAge } from '../../database/paging.ts';
import { classes, lessons, posts, users } from '../../database/schema.ts';
import { isTaught } from '../classes/classes.repository.ts';
import { joinLesson } from './questions.repository.ts';

const selectOpen = (db: Queryable) =>
  joinLesson(
    db
      .select({
        id: posts.id,
        classId: classes.id,
        title: classes.title,
        lessonId: lessons.id,
        lesson: lessons.title,
        text: posts.text,
        name: users.name,
        createdAt: posts.createdAt,
      })
      .from(posts)
      .$dynamic(),
  );

export type OpenQuestionRow = Awaited<ReturnType<typeof selectOpen>>[number];

/**
 * A visible answer counts if it is not an addition by the question's author, or if the teacher has accepted it. The
 * author of a question whose name was removed is unknown.
 */
const isAnswered = sql`exists (
  select from posts answer
   where answer.question_id = ${posts.id} and answer.hidden_at is null
     and (answer.user_id is distinct from ${posts.userId} or ${posts.userId} is null
          or answer.accepted_at is not null))`;

/** Whether somebody has answered a question. */
export const hasAnswer = async (db: Queryable, questionId: string): Promise<boolean> =>
  (await db.$count(posts, and(eq(posts.id, questionId), isAnswered))) > 0;

/** The questions in a teacher's classes, or in one of them, that nobody has answered. Oldest first. */
export const listOpenQuestions = (
  db: Queryable,
  teacherId: string,
  classId: string | undefined,
): List<OpenQuestionRow> =>
  createList({
    db,
    id: posts.id,
    order: byAge(posts.createdAt).oldest,
    matching: and(
      eq(classes.teacherId, teacherId),
      isTaught,
      classId ? eq(classes.id, classId) : undefined,
      isNull(posts.questionId),
      isNull(posts.hiddenAt),
      not(isAnswered),
    ),
    rows: () => selectOpen(db),
    select: (columns) => joinLesson(db.select(columns).from(posts).$dynamic()),
    idOf: ({ id }) => id,
  });
