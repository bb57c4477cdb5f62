import { and, eq, ne, sql } from 'drizzle-orm';
import type { PgSelect } from 'drizzle-orm/pg-core';
import { NOTE_EXCERPT, type OwnNote } from '#contract/notes.ts';
import type { Queryable } from '../../database/client.ts';
import { createList, type List } from '../../database/list.ts';
import { byAge, containing } from '../../database/paging.ts';
import { classes, enrollments, lessonNotes, lessons, sections } from '../../database/schema.ts';

const joinLesson = <Query extends PgSelect>(query: Query) =>
  query
    .innerJoin(lessons, eq(lessons.id, lessonNotes.lessonId))
    .innerJoin(sections, eq(sections.id, lessons.sectionId))
    .innerJoin(classes, eq(classes.id, sections.classId))
    .innerJoin(
      enrollments,
      and(eq(enrollments.classId, classes.id), eq(enrollments.userId, lessonNotes.userId)),
    );

const selectNotes = (db: Queryable) =>
  joinLesson(
    db
      .select({
        id: lessonNotes.id,
        classId: classes.id,
        title: classes.title,
        lessonId: lessons.id,
        lesson: lessons.title,
        excerpt: sql<string>`left(${lessonNotes.text}, ${NOTE_EXCERPT + 1})`,
        updatedAt: lessonNotes.updatedAt,
      })
      .from(lessonNotes)
      .$dynamic(),
  );

type OwnNoteRow = Awaited<ReturnType<typeof selectNotes>>[number];

/**
 * A user's notes on lessons that they can read as a student, last changed first. A note that was cleared is left out, and so
 * is one whose class has ended for the user, or whose lesson is a draft again.
 */
export const listOwnNotes = (db: Queryable, userId: string, q: string | undefined): List<OwnNoteRow> =>
  createList({
    db,
    id: lessonNotes.id,
    order: byAge(lessonNotes.updatedAt).newest,
    matching: and(
      eq(lessonNotes.userId, userId),
      ne(lessonNotes.text, ''),
      eq(lessons.status, 'published'),
      containing(q, lessonNotes.text, lessons.title, classes.title),
    ),
    rows: () => selectNotes(db),
    select: (columns) => joinLesson(db.select(columns).from(lessonNotes).$dynamic()),
    idOf: ({ id }) => id,
  });

/** A note as the list shows it. */
export const presentOwnNote = ({ id, updatedAt, ...note }: OwnNoteRow): OwnNote => ({
  _id: id,
  ...note,
  updatedAt: updatedAt.toISOString(),
});
