import { type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../database/client.ts';
import { files, pictures, removedContents } from '../../database/schema.ts';

export type ContentKind = (typeof removedContents.$inferSelect)['kind'];

const RECORDS = {
  picture: { table: pictures, name: pictures.hash },
  file: { table: files, name: files.id },
} as const;

interface UnusedRecords {
  kind: ContentKind;
  /** Whether anything refers to a record. */
  isUsed: SQL;
}

/** Updates `unused_since`: clears it where something refers to a row again, and sets it to `now` where nothing does any more. */
export const markUnused = async (
  db: Queryable,
  { kind, isUsed, now }: UnusedRecords & { now: Date },
): Promise<void> => {
  await db.execute(sql`
    update ${RECORDS[kind].table} set unused_since = case when unused_since is null then ${now}::timestamptz end
     where (unused_since is null) <> (${isUsed})`);
};

/**
 * Deletes records to which nothing refers, and lists their contents as removed.
 * @param limit the number of records to delete at most. With a limit, records that others are changing stay for later
 * @returns how many were deleted
 */
export const deleteUnused = async (
  db: Queryable,
  { kind, isUsed, matching, limit }: UnusedRecords & { matching: SQL; limit?: number },
): Promise<number> => {
  const { table, name } = RECORDS[kind];
  const locked = limit === undefined ? sql`for update` : sql`limit ${limit} for update skip locked`;
  // The update locks the row, so that a concurrent removal of the same content waits until these records are gone.
  const { rows } = await db.execute<{ count: number }>(sql`
    with deleted as (
      delete from ${table} where ${table.id} in (
        select ${table.id} from ${table} where ${matching} and not (${isUsed}) ${locked}
      ) returning ${name}::text as name
    ), listed as (
      insert into ${removedContents} (kind, name) select distinct ${kind}, name from deleted order by name
        on conflict (kind, name) do update set name = excluded.name
    ) select count(*)::int as count from deleted`);
  return rows[0]!.count;
};
