import { eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { lockInTransaction } from '../../database/advisory-lock.ts';
import type { Queryable, Transaction } from '../../database/client.ts';
import {
  blogPosts,
  classes,
  identityUsers,
  lessons,
  pictures,
  sitePages,
  siteSettings,
  teacherRequests,
  users,
} from '../../database/schema.ts';
import { deleteUnused, markUnused } from './unused-records.ts';

/**
 * Every column with the address of a picture. A picture is unused if neither these nor a lesson nor a page of the site
 * refers to it.
 */
export const PICTURE_COLUMNS: readonly PgColumn[] = [
  users.photo,
  identityUsers.image,
  classes.image,
  teacherRequests.image,
  lessons.poster,
  siteSettings.logoImage,
  siteSettings.shareImage,
];

/** Every column with a list of picture addresses. */
const LIST_COLUMNS: readonly PgColumn[] = [
  lessons.pictures,
  blogPosts.pictures,
  siteSettings.homePictures,
  sitePages.pictures,
];

/** Every picture address in use, including those of pictures on other sites. */
const shownUrls: SQL = sql.join(
  [
    ...PICTURE_COLUMNS.map((column) => sql`select ${column} as address from ${column.table}`),
    ...LIST_COLUMNS.map((column) => sql`select unnest(${column}) from ${column.table}`),
  ],
  sql` union all `,
);

/**
 * A picture is in use if the address of any of its widths occurs, with or without the host of the site, as browsers
 * copy it.
 */
const isUsed = sql`exists (
  select 1 from (${shownUrls}) shown
   where substring(shown.address from '/images/([0-9a-f]{32})-') = ${pictures.hash})`;

/** Locks a picture until the transaction ends: others who store or remove it wait. */
export const lockPicture = (trx: Transaction, hash: string): Promise<void> =>
  lockInTransaction(trx, `pictures ${hash}`);

type NewPicture = typeof pictures.$inferInsert;

/** Records that a user has uploaded a picture. A repeat renews the time, and counts as a use. */
export const insertPicture = async (trx: Transaction, picture: NewPicture): Promise<void> => {
  await trx
    .insert(pictures)
    .values(picture)
    .onConflictDoUpdate({
      target: [pictures.hash, pictures.userId],
      set: { createdAt: sql`now()`, unusedSince: null },
    });
};

/** Whether any user has uploaded this picture. */
export const hasPicture = async (db: Queryable, hash: string): Promise<boolean> =>
  (await db.select({ hash: pictures.hash }).from(pictures).where(eq(pictures.hash, hash)).limit(1)).length >
  0;

/** Which of these pictures any user has uploaded. */
export const findPictures = async (db: Queryable, hashes: readonly string[]): Promise<Set<string>> => {
  const unique = [...new Set(hashes)];
  if (unique.length === 0) return new Set();
  const rows = await db
    .selectDistinct({ hash: pictures.hash })
    .from(pictures)
    .where(inArray(pictures.hash, unique));
  return new Set(rows.map(({ hash }) => hash));
};

/** The size of all pictures of a user in all widths, in bytes. */
export const sumPicturesOf = async (db: Queryable, userId: string): Promise<number> => {
  const [row] = await db
    .select({ bytes: sql<number>`coalesce(sum(${pictures.bytes}), 0)::float8` })
    .from(pictures)
    .where(eq(pictures.userId, userId));
  return row!.bytes;
};

/** Records since when nothing has referred to a picture. `now` becomes that time for those that have just become unused. */
export const markUnusedPictures = (db: Queryable, now: Date): Promise<void> =>
  markUnused(db, { kind: 'picture', isUsed, now });

/** Deletes records of pictures that nothing has referred to since before `time`, up to a limit. @returns how many */
export const deleteUnusedPictures = (db: Queryable, time: Date, limit: number): Promise<number> =>
  deleteUnused(db, { kind: 'picture', isUsed, matching: sql`${pictures.unusedSince} < ${time}`, limit });

/** Deletes the records of a user's pictures, except those that are still in use by others. */
export const deletePicturesOf = async (db: Queryable, userId: string): Promise<void> => {
  await deleteUnused(db, { kind: 'picture', isUsed, matching: sql`${pictures.userId} = ${userId}` });
};
