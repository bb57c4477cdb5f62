import { and, eq, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { COUNTED_ENTRIES } from '#contract/paging.ts';
import type { Queryable } from '../../database/client.ts';
import { classes, classWords } from '../../database/schema.ts';
import { isOneOf, matchesWords } from './search-words.ts';

/** Runs a query of ids. Null if it finds more than are counted. */
const findFew = async (db: Queryable, ids: SQLWrapper): Promise<string[] | null> => {
  const { rows } = await db.execute<{ ids: string[] | null }>(sql`
    select case when count(*) <= ${COUNTED_ENTRIES} then coalesce(array_agg(id), '{}') end as ids
      from (${ids} limit ${COUNTED_ENTRIES + 1}) as found (id)`);
  return rows[0]!.ids;
};

/**
 * The condition that a text occurs in a class's title, category, description, teacher's name or curriculum; undefined
 * without a text. If few classes match, their ids are looked up first and then sorted. If many match, they are found while the
 * list is read in its order. PostgreSQL cannot estimate which case applies.
 */
export const findByWords = async (
  db: Queryable,
  text: string | undefined,
  condition: SQL | undefined,
): Promise<SQL | undefined> => {
  if (!text) return condition;
  const matches = matchesWords(text);
  if (!matches) return sql`false`;
  const ids = db
    .select({ id: classWords.classId })
    .from(classWords)
    .innerJoin(classes, eq(classes.id, classWords.classId))
    .where(and(matches, condition));
  const few = await findFew(db, ids);
  const found = sql`exists (select from ${classWords} where ${classWords.classId} = ${classes.id} and ${matches})`;
  return and(condition, few ? isOneOf(few) : found);
};
