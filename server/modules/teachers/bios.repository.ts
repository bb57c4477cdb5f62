import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Database, Queryable, Transaction } from '../../database/client.ts';
import { teacherBios } from '../../database/schema.ts';
import { editConflict } from '../../http/edit-conflict.ts';
import { requireNotHidden } from '../moderation/own-text.ts';

export type BioRow = typeof teacherBios.$inferSelect;

/** What a teacher has written about themselves. Undefined before the first text. */
export const findBio = async (db: Queryable, teacherId: string): Promise<BioRow | undefined> => {
  const [row] = await db.select().from(teacherBios).where(eq(teacherBios.id, teacherId));
  return row;
};

/**
 * Saves what a teacher has written about themselves. A repeat changes nothing.
 * @returns the new version
 * @throws ApiError `conflict` if an admin has hidden the text, or `edit_conflict` with the stored text if it has changed
 *   since `version`
 */
export const saveBio = (
  db: Database,
  teacherId: string,
  { bio, version }: { bio: string; version: number },
): Promise<number> =>
  db.transaction(async (trx) => {
    // The first text. If two tabs save it at the same time, the second one finds the row.
    if (version === 0) {
      const [added] = await trx
        .insert(teacherBios)
        .values({ id: teacherId, text: bio })
        .onConflictDoNothing()
        .returning({ version: teacherBios.version });
      if (added) return added.version;
    }
    const [changed] = await trx
      .update(teacherBios)
      .set({ text: bio, version: sql`${teacherBios.version} + 1`, updatedAt: sql`now()` })
      .where(
        and(
          eq(teacherBios.id, teacherId),
          eq(teacherBios.version, version),
          isNull(teacherBios.hiddenAt),
          sql`${teacherBios.text} <> ${bio}`,
        ),
      )
      .returning({ version: teacherBios.version });
    if (changed) return changed.version;
    const stored = await findBio(trx, teacherId);
    if (stored) requireNotHidden(stored);
    if (stored?.text === bio) return stored.version;
    throw editConflict({ bio: stored?.text ?? '', version: stored?.version ?? 0 });
  });

/** Deletes what a user has written about themselves. */
export const deleteBioOf = async (trx: Transaction, userId: string): Promise<void> => {
  await trx.delete(teacherBios).where(eq(teacherBios.id, userId));
};
