import { and, eq, sql } from 'drizzle-orm';
import type { Note } from '#contract/notes.ts';
import type { Database, Queryable, Transaction } from '../../database/client.ts';
import { lessonNotes } from '../../database/schema.ts';
import { editConflict } from '../../http/edit-conflict.ts';

const NO_NOTE: Note = { text: '', version: 0 };

const isNote = (userId: string, lessonId: string) =>
  and(eq(lessonNotes.userId, userId), eq(lessonNotes.lessonId, lessonId));

/** A user's note on a lesson, which is empty with version 0 if there is none. */
export const findNote = async (db: Queryable, userId: string, lessonId: string): Promise<Note> => {
  const [note] = await db
    .select({ text: lessonNotes.text, version: lessonNotes.version })
    .from(lessonNotes)
    .where(isNote(userId, lessonId));
  return note ?? NO_NOTE;
};

/**
 * Saves a user's note on a lesson. A repeat, for instance after a response was lost, changes nothing.
 * @returns the new version
 * @throws ApiError `edit_conflict` with the stored note if it has changed since `version`
 */
export const saveNote = (
  db: Database,
  userId: string,
  lessonId: string,
  { text, version }: Note,
): Promise<number> =>
  db.transaction(async (trx) => {
    // The first note. If two tabs save it at the same time, the second one finds the row.
    if (version === 0) {
      const [added] = await trx
        .insert(lessonNotes)
        .values({ userId, lessonId, text })
        .onConflictDoNothing()
        .returning({ version: lessonNotes.version });
      if (added) return added.version;
    }
    const [changed] = await trx
      .update(lessonNotes)
      .set({ text, version: sql`${lessonNotes.version} + 1`, updatedAt: sql`now()` })
      .where(and(isNote(userId, lessonId), eq(lessonNotes.version, version)))
      .returning({ version: lessonNotes.version });
    if (changed) return changed.version;
    const stored = await findNote(trx, userId, lessonId);
    if (stored.text === text) return stored.version;
    throw editConflict({ ...stored });
  });

/** Deletes the notes of a user. */
export const deleteNotesOf = async (trx: Transaction, userId: string): Promise<void> => {
  await trx.delete(lessonNotes).where(eq(lessonNotes.userId, userId));
};
