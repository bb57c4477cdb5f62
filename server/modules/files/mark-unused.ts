import { type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../database/client.ts';
import type { files, pictures } from '../../database/schema.ts';

/** Records of all rows whether anything refers to them, and since when nothing does. */
export const markUnused = async (
  db: Queryable,
  { table, isUsed, now }: { table: typeof files | typeof pictures; isUsed: SQL; now: Date },
): Promise<void> => {
  await db.execute(sql`
    update ${table} set unused_since = case when unused_since is null then ${now}::timestamptz end
     where (unused_since is null) <> (${isUsed})`);
};
