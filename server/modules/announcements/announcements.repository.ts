import { and, eq, isNull } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../database/client.ts';
import { createList, type List } from '../../database/list.ts';
import { byAge } from '../../database/paging.ts';
import { announcements } from '../../database/schema.ts';

export type AnnouncementRow = typeof announcements.$inferSelect;

/**
 * The announcements of a class, newest first.
 * @param withHidden whether those that an admin has hidden are included
 */
export const listAnnouncements = (
  db: Queryable,
  classId: string,
  withHidden: boolean,
): List<AnnouncementRow> =>
  createList({
    db,
    id: announcements.id,
    order: byAge(announcements.createdAt).newest,
    matching: and(
      eq(announcements.classId, classId),
      withHidden ? undefined : isNull(announcements.hiddenAt),
    ),
    rows: () => db.select().from(announcements).$dynamic(),
    select: (columns) => db.select(columns).from(announcements).$dynamic(),
    idOf: ({ id }) => id,
  });

/** An announcement; undefined if there is none. */
export const findAnnouncement = async (db: Queryable, id: string): Promise<AnnouncementRow | undefined> => {
  const [row] = await db.select().from(announcements).where(eq(announcements.id, id));
  return row;
};

/** The same, locked until the transaction ends. */
export const lockAnnouncement = async (
  trx: Transaction,
  id: string,
): Promise<AnnouncementRow | undefined> => {
  const [row] = await trx.select().from(announcements).where(eq(announcements.id, id)).for('update');
  return row;
};

/** Adds an announcement. */
export const insertAnnouncement = async (
  trx: Transaction,
  announcement: Pick<AnnouncementRow, 'id' | 'classId' | 'userId' | 'text'>,
): Promise<void> => {
  await trx.insert(announcements).values(announcement);
};

/** Deletes an announcement. A trigger deletes its notifications. */
export const removeAnnouncement = async (trx: Transaction, id: string): Promise<void> => {
  await trx.delete(announcements).where(eq(announcements.id, id));
};

/** Deletes the announcements of a user. @returns their ids */
export const deleteAnnouncementsOf = async (trx: Transaction, userId: string): Promise<string[]> => {
  const rows = await trx
    .delete(announcements)
    .where(eq(announcements.userId, userId))
    .returning({ id: announcements.id });
  return rows.map(({ id }) => id);
};
