import { and, eq, inArray, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { FilePurpose, StoredFile } from '#contract/files.ts';
import type { Queryable } from '../../database/client.ts';
import { createList, type List } from '../../database/list.ts';
import { prepareOnce } from '../../database/prepare-once.ts';
import { files, lessonCaptions, lessons, submissionFiles } from '../../database/schema.ts';
import { ApiError } from '../../http/api-error.ts';
import { deleteUnused, markUnused } from './unused-records.ts';

/** Every column that refers to a private file. A file without such a reference is unused. */
export const FILE_COLUMNS: readonly PgColumn[] = [
  submissionFiles.fileId,
  lessons.fileId,
  lessonCaptions.fileId,
];

export type FileRow = typeof files.$inferSelect;
export type NewFileRow = typeof files.$inferInsert;

/** A private file as responses have it. */
export const presentFile = ({ id, name, type, bytes }: FileRow): StoredFile => ({
  _id: id,
  name,
  type,
  bytes,
});

const isUsed = sql.join(
  FILE_COLUMNS.map((column) => sql`exists (select 1 from ${column.table} where ${column} = ${files.id})`),
  sql` or `,
);

/** Records a stored file. A repeat changes nothing. */
export const insertFile = async (db: Queryable, file: NewFileRow): Promise<void> => {
  await db.insert(files).values(file).onConflictDoNothing();
};

/** The record of a private file, without a check of who may read it. Undefined if there is none. */
export const findFile = async (db: Queryable, id: string): Promise<FileRow | undefined> => {
  const query = () =>
    db
      .select()
      .from(files)
      .where(eq(files.id, sql.placeholder('id')));
  const [row] = await prepareOnce(db, 'private file', query)({ id });
  return row;
};

/** Which of these ids belong to recorded files. */
export const findFiles = async (db: Queryable, ids: readonly string[]): Promise<Set<string>> => {
  if (ids.length === 0) return new Set();
  const rows = await db
    .select({ id: files.id })
    .from(files)
    .where(inArray(files.id, [...ids]));
  return new Set(rows.map(({ id }) => id));
};

/**
 * Requires files to belong to the user and to have the purpose, before they are attached to something. They cannot be
 * removed until the transaction ends.
 * @throws ApiError `invalid_input` that names the field
 */
export const requireFilesOf = async (
  trx: Queryable,
  {
    userId,
    purpose,
    ids,
    field,
  }: { userId: string; purpose: FilePurpose; ids: readonly string[]; field: string },
): Promise<void> => {
  if (ids.length === 0) return;
  const found = await trx
    .select({ id: files.id })
    .from(files)
    .where(and(inArray(files.id, [...ids]), eq(files.userId, userId), eq(files.purpose, purpose)))
    .for('key share');
  if (found.length === new Set(ids).size) return;
  const message = 'A file no longer exists. Please upload it again.';
  throw new ApiError('invalid_input', message, { fields: { [field]: message } });
};

/** Records since when nothing has referred to a file. `now` becomes that time for those that have just become unused. */
export const markUnusedFiles = (db: Queryable, now: Date): Promise<void> =>
  markUnused(db, { kind: 'file', isUsed, now });

/** Deletes records of files that nothing has referred to since before `time`, up to a limit. @returns how many */
export const deleteUnusedFiles = (db: Queryable, time: Date, limit: number): Promise<number> =>
  deleteUnused(db, { kind: 'file', isUsed, matching: sql`${files.unusedSince} < ${time}`, limit });

/** Deletes the records of a user's files, except those that others still use. */
export const deleteFilesOf = async (db: Queryable, userId: string): Promise<void> => {
  await deleteUnused(db, { kind: 'file', isUsed, matching: sql`${files.userId} = ${userId}` });
};

/** All files of a user, the newest first. */
export const listFilesOf = (db: Queryable, userId: string): List<FileRow> =>
  createList({
    db,
    id: files.id,
    order: { by: files.createdAt, descending: true },
    matching: eq(files.userId, userId),
    rows: () => db.select().from(files).$dynamic(),
    select: (columns) => db.select(columns).from(files).$dynamic(),
    idOf: ({ id }) => id,
  });

/**
 * The size of a user's private files, in bytes: of all, and of those that count toward the quota. A file that the clean-up
 * has found unused does not, although it stays for a day: a backup may be copying it, or its user may attach it again.
 */
export const sumFilesOf = async (
  db: Queryable,
  userId: string,
): Promise<{ stored: number; counted: number }> => {
  const [row] = await db
    .select({
      stored: sql<number>`coalesce(sum(${files.bytes}), 0)::float8`,
      counted: sql<number>`coalesce(sum(${files.bytes}) filter (where ${files.unusedSince} is null or ${isUsed}), 0)::float8`,
    })
    .from(files)
    .where(eq(files.userId, userId));
  return row!;
};
