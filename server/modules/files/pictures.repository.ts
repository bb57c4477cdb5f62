import { eq, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
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

/** Every column that holds the address of a picture. A picture that neither they nor a lesson nor a page of the site name is not in use. */
export const PICTURE_COLUMNS: readonly PgColumn[] = [
  users.photo,
  identityUsers.image,
  classes.image,
  teacherRequests.image,
  lessons.poster,
  siteSettings.logoImage,
  siteSettings.shareImage,
];

const isUsed = (address: PgColumn): SQL =>
  sql.join(
    [
      ...PICTURE_COLUMNS.map(
        (column) => sql`exists (select 1 from ${column.table} where ${column} = ${address})`,
      ),
      sql`exists (select 1 from ${lessons} where ${lessons.pictures} @> array[${address}])`,
      sql`exists (select 1 from ${blogPosts} where ${blogPosts.pictures} @> array[${address}])`,
      sql`exists (select 1 from ${siteSettings} where ${siteSettings.homePictures} @> array[${address}])`,
      sql`exists (select 1 from ${sitePages} where ${sitePages.pictures} @> array[${address}])`,
    ],
    sql` or `,
  );

/** Makes others who store or remove this picture wait until the transaction ends. */
export const lockPicture = async (trx: Transaction, hash: string): Promise<void> => {
  await trx.execute(sql`select pg_advisory_xact_lock(hashtext('pictures'), hashtext(${hash}))`);
};

type NewPicture = typeof pictures.$inferInsert;

/** Records that a user has this picture. A repeat renews it. */
export const insertPicture = async (trx: Transaction, picture: NewPicture): Promise<void> => {
  await trx
    .insert(pictures)
    .values(picture)
    .onConflictDoUpdate({ target: [pictures.hash, pictures.userId], set: { createdAt: sql`now()` } });
};

/** Whether anybody has this picture. */
export const hasPicture = async (db: Queryable, hash: string): Promise<boolean> =>
  (await db.select({ hash: pictures.hash }).from(pictures).where(eq(pictures.hash, hash)).limit(1)).length >
  0;

const deleteUnused = async (db: Queryable, matching: SQL): Promise<string[]> => {
  const { rows } = await db.execute<{ hash: string }>(sql`
    delete from ${pictures} where ${matching} and not (${isUsed(pictures.address)})
    returning ${pictures.hash} as hash`);
  return [...new Set(rows.map(({ hash }) => hash))];
};

/** Deletes the records of pictures that nothing refers to and that were stored before `time`. @returns their hashes */
export const deleteUnusedPictures = (db: Queryable, time: Date): Promise<string[]> =>
  deleteUnused(db, sql`${pictures.createdAt} < ${time}`);

/** Deletes the records of a user's pictures, except those that others still see. @returns their hashes */
export const deletePicturesOf = (db: Queryable, userId: string): Promise<string[]> =>
  deleteUnused(db, sql`${pictures.userId} = ${userId}`);
