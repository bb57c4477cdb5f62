import { and, count, eq, type SQL, sql } from 'drizzle-orm';
import { COUNTED_ENTRIES } from '#contract/constants.ts';
import type { Queryable } from '../../database/client.ts';
import { classes, classWords } from '../../database/schema.ts';

/** The words of a text that is searched for; none where nothing of it is a letter or a digit. */
const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/**
 * Each of the words begins a word of the class, or stands there in another form
 * (https://www.postgresql.org/docs/current/textsearch-controls.html).
 */
const saying = (words: string[]): SQL => {
  const queries = words.map(
    (word) => sql`(to_tsquery('simple', ${`${word}:*`}) || plainto_tsquery('english', ${word}))`,
  );
  return sql`${classWords.words} @@ (${sql.join(queries, sql` && `)})`;
};

/** The ids of the classes, or null where they are more than are counted. */
const findFew = async (
  db: Queryable,
  said: SQL,
  { condition, isAllOnSale }: SearchedClasses,
): Promise<string[] | null> => {
  const ids = db.select({ id: classWords.classId }).from(classWords).$dynamic();
  const matching = isAllOnSale
    ? ids.where(and(said, eq(classWords.onSale, true)))
    : ids.innerJoin(classes, eq(classes.id, classWords.classId)).where(and(said, condition));
  const found = matching.limit(COUNTED_ENTRIES + 1).as('found');
  const [row] = await db
    .select({
      ids: sql<
        string[] | null
      >`case when ${count()} <= ${COUNTED_ENTRIES} then coalesce(array_agg(${found.id}), '{}') end`,
    })
    .from(found);
  return row!.ids;
};

interface SearchedClasses {
  /** What the classes meet, beside the words. */
  condition: SQL | undefined;
  /** Whether that is no more than that they are on sale, which the index of words knows by itself. */
  isAllOnSale: boolean;
}

interface Finding {
  matching: SQL | undefined;
  /** How many are found, where they were searched for; one more than `COUNTED_ENTRIES` stands for more. */
  total?: number;
}

/**
 * The condition of classes in whose title, category, description or teacher's name the text is found, where there is
 * one. Few are looked up first and then put in order; many are found on the way through the list in its order.
 * PostgreSQL cannot tell which it is.
 */
export const findByWords = async (
  db: Queryable,
  text: string | undefined,
  searched: SearchedClasses,
): Promise<Finding> => {
  const { condition } = searched;
  if (!text) return { matching: condition };
  const words = wordsOf(text);
  if (words.length === 0) return { matching: sql`false`, total: 0 };
  const said = saying(words);
  const ids = await findFew(db, said, searched);
  if (ids) {
    const found = sql`${classes.id} = any(${sql.param(ids)}::uuid[])`;
    return { matching: and(condition, found), total: ids.length };
  }
  const found = sql`exists (select from ${classWords} where ${classWords.classId} = ${classes.id} and ${said})`;
  return { matching: and(condition, found), total: COUNTED_ENTRIES + 1 };
};
