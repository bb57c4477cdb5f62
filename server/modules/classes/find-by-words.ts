import { and, eq, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { COUNTED_ENTRIES } from '#contract/paging.ts';
import type { Queryable } from '../../database/client.ts';
import { classes, classWords } from '../../database/schema.ts';
import { isOneOf, saying } from './search-words.ts';

/** What a query of ids finds, as one row; null where there are more than are counted. */
const findFew = async (db: Queryable, ids: SQLWrapper): Promise<string[] | null> => {
  const { rows } = await db.execute<{ ids: string[] | null }>(sql`
    select case when count(*) <= ${COUNTED_ENTRIES} then coalesce(array_agg(id), '{}') end as ids
      from (${ids} limit ${COUNTED_ENTRIES + 1}) as found (id)`);
  return rows[0]!.ids;
};

/**
 * The condition of classes in whose title, category, description or teacher's name a text is found, where there is
 * one. Few are looked up first and then put in order; many are found on the way through the list in its order.
 * PostgreSQL cannot tell which it is.
 */
export const findByWords = async (
  db: Queryable,
  text: string | undefined,
  condition: SQL | undefined,
): Promise<SQL | undefined> => {
  if (!text) return condition;
  const said = saying(text);
  if (!said) return sql`false`;
  const ids = db
    .select({ id: classWords.classId })
    .from(classWords)
    .innerJoin(classes, eq(classes.id, classWords.classId))
    .where(and(said, condition));
  const few = await findFew(db, ids);
  const found = sql`exists (select from ${classWords} where ${classWords.classId} = ${classes.id} and ${said})`;
  return and(condition, few ? isOneOf(few) : found);
};
