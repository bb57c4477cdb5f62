import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { ClassFilter } from '#contract/classes.ts';
import { FOUND_ENTRIES } from '#contract/paging.ts';
import type { Queryable } from '../../database/client.ts';
import { bothWays, byAge, orderBy } from '../../database/paging.ts';
import { classes, classWords } from '../../database/schema.ts';
import { narrowedBy } from './narrowed-by.ts';
import { isOneOf, saying } from './search-words.ts';

/** Classes that are looked at, in the order of the list, for each that is needed. */
const WALKED_PER_ENTRY = 64;

/** The orders of which there is an index of words. */
const ORDERS = {
  newest: byAge(classWords.createdAt).newest,
  ...bothWays({ price: classWords.price }),
};

export type FoundSort = keyof typeof ORDERS;
export const isFoundSort = (sort: string): sort is FoundSort => sort in ORDERS;

interface Search {
  /** The condition of words, and of what else narrows the search. */
  said: SQL;
  /** The condition of all classes in whose order the search walks. */
  walked: SQL | undefined;
  inOrder: SQL;
  /** How many of the first, in order, are shown or passed over. */
  needed: number;
}

/**
 * How many say it, one more than `FOUND_ENTRIES` standing for more; and the ids: of all, where they are few, else of
 * those that are met first, which may be fewer than are needed.
 */
const lookUp = async (
  db: Queryable,
  { said, walked, inOrder, needed }: Search,
): Promise<{ total: number; ids: string[] }> => {
  // The first classes go by the name of their table, so that `said` and `inOrder` mean them.
  const { rows } = await db.execute<{ total: number; ids: string[] }>(sql`
    with found as materialized (
      select class_id from ${classWords} where ${said} limit ${FOUND_ENTRIES + 1}
    ), counted as materialized (
      select count(*)::int as total from found
    ), first as (
      select * from ${classWords} where ${walked} ${inOrder} limit ${needed * WALKED_PER_ENTRY}
    ), met as (
      select class_id from first as class_words
      where (select total > ${FOUND_ENTRIES} from counted) and ${said} ${inOrder} limit ${needed}
    )
    select total, array(select class_id from found where total <= ${FOUND_ENTRIES} union all select class_id from met) as ids
    from counted`);
  return rows[0]!;
};

interface FoundPublished {
  /** The condition of classes: true for as many of the first as are needed. */
  matching: SQL;
  /** One more than `FOUND_ENTRIES` stands for more. */
  total: number;
}

/**
 * Finds published classes by words, at a cost that hardly grows with the catalogue: up to `FOUND_ENTRIES` are looked up
 * and counted. Where there are more, enough of them mostly are soon met on the way through the list in its order; if
 * not, all are looked up, but then they are rare enough for that.
 *
 * @param needed how many of the first, in order, are shown or passed over
 */
export const findPublished = async (
  db: Queryable,
  { q = '', ...filter }: ClassFilter,
  sort: FoundSort,
  needed: number,
): Promise<FoundPublished> => {
  const words = saying(q);
  if (!words) return { matching: sql`false`, total: 0 };
  const isPublished = sql`${classWords.isPublished}`;
  const said = sql`${and(words, isPublished, narrowedBy(classWords, filter))}`;
  const walked = and(isPublished, filter.category && eq(classWords.category, filter.category));
  const inOrder = sql`order by ${sql.join(orderBy(ORDERS[sort], classWords.classId), sql`, `)}`;
  const { total, ids } = await lookUp(db, { said, walked, inOrder, needed });
  if (total <= FOUND_ENTRIES || ids.length >= needed) return { matching: isOneOf(ids), total };
  const all = sql`select ${classWords.classId} from ${classWords} where ${said} ${inOrder} limit ${needed}`;
  return { matching: sql`${classes.id} = any(array(${all}))`, total };
};
