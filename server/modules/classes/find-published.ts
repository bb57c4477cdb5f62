import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { ClassFilter } from '#contract/classes.ts';
import { FOUND_ENTRIES } from '#contract/paging.ts';
import type { Queryable } from '../../database/client.ts';
import { bothWays, byAge, orderBy } from '../../database/paging.ts';
import { classes, classWords } from '../../database/schema.ts';
import { matchesFilter } from './matches-filter.ts';
import { isOneOf, matchesWords } from './search-words.ts';

/** The number of classes that are examined, in list order, for each entry up to the limit. */
const CANDIDATES_PER_ENTRY = 64;

/** The sort orders with an index on the search table. */
const ORDERS = {
  newest: byAge(classWords.createdAt).newest,
  ...bothWays({ price: classWords.price }),
};

type FoundSort = keyof typeof ORDERS;
/** Whether `findPublished` supports a sort order. */
export const isFoundSort = (sort: string): sort is FoundSort => sort in ORDERS;

interface Search {
  /** The condition of the words and of all other filters. */
  matches: SQL;
  /** The condition of all classes that are examined in order. */
  candidates: SQL | undefined;
  inOrder: SQL;
  /** The number of first entries, in order, that are shown or skipped. */
  limit: number;
}

/**
 * Counts the matches, up to `FOUND_ENTRIES + 1`, which stands for more. The ids are those of all matches if there are
 * at most `FOUND_ENTRIES`, otherwise those of the first matches among the examined classes, which may be fewer than
 * `limit`.
 */
const findMatches = async (
  db: Queryable,
  { matches, candidates, inOrder, limit }: Search,
): Promise<{ total: number; ids: string[] }> => {
  // The subquery of the first classes has the alias of their table, so that `matches` and `inOrder` refer to it.
  const { rows } = await db.execute<{ total: number; ids: string[] }>(sql`
    with found as materialized (
      select class_id from ${classWords} where ${matches} limit ${FOUND_ENTRIES + 1}
    ), counted as materialized (
      select count(*)::int as total from found
    ), first as (
      select * from ${classWords} where ${candidates} ${inOrder} limit ${limit * CANDIDATES_PER_ENTRY}
    ), matched as (
      select class_id from first as class_words
      where (select total > ${FOUND_ENTRIES} from counted) and ${matches} ${inOrder} limit ${limit}
    )
    select total, array(select class_id from found where total <= ${FOUND_ENTRIES} union all select class_id from matched) as ids
    from counted`);
  return rows[0]!;
};

interface Found {
  /** A condition that holds for the first matching classes, up to the limit. */
  matching: SQL;
  /** `FOUND_ENTRIES + 1` stands for more. */
  total: number;
}

/** Finds the published classes for which a condition of words holds. @param limit as in `findPublished` */
const findMatching = async (
  db: Queryable,
  words: SQL | undefined,
  filter: Omit<ClassFilter, 'q'>,
  sort: FoundSort,
  limit: number,
): Promise<Found> => {
  if (!words) return { matching: sql`false`, total: 0 };
  const isPublished = sql`${classWords.isPublished}`;
  const matches = sql`${and(words, isPublished, matchesFilter(classWords, filter))}`;
  const candidates = and(
    isPublished,
    filter.category === undefined ? undefined : eq(classWords.category, filter.category),
  );
  const inOrder = sql`order by ${sql.join(orderBy(ORDERS[sort], classWords.classId), sql`, `)}`;
  const { total, ids } = await findMatches(db, { matches, candidates, inOrder, limit });
  if (total <= FOUND_ENTRIES || ids.length >= limit) return { matching: isOneOf(ids), total };
  const all = sql`select ${classWords.classId} from ${classWords} where ${matches} ${inOrder} limit ${limit}`;
  return { matching: sql`${classes.id} = any(array(${all}))`, total };
};

interface FoundPublished extends Found {
  /** A condition that holds for the classes to show before the others. */
  first?: SQL;
}

/**
 * Finds published classes by words, at a cost that hardly grows with the catalog. Up to `FOUND_ENTRIES` matches are
 * looked up and counted. If there are more, the first classes in list order usually contain enough of them. If they do
 * not, all matches are looked up, which is affordable because they are rare in that case.
 * @param sort without one, classes that match by their curriculum come after the others, each newest first
 * @param limit the number of first entries, in order, that are shown or skipped
 */
export const findPublished = async (
  db: Queryable,
  { q = '', ...filter }: ClassFilter,
  sort: FoundSort | undefined,
  limit: number,
): Promise<FoundPublished> => {
  const findIn = (words: Parameters<typeof matchesWords>[1]) =>
    findMatching(db, matchesWords(q, words), filter, sort ?? 'newest', limit);
  if (sort) return findIn(classWords.allWords);
  const first = await findIn(classWords.words);
  if (first.total === 0) return findIn(classWords.allWords);
  // No more can be shown.
  if (first.total > FOUND_ENTRIES) return first;
  const all = await findIn(classWords.allWords);
  return { ...all, matching: sql`(${first.matching} or ${all.matching})`, first: first.matching };
};
