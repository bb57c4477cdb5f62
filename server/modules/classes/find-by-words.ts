import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { ClassFilter } from '#contract/classes.ts';
import { COUNTED_ENTRIES } from '#contract/constants.ts';
import type { Queryable } from '../../database/client.ts';
import { classes, classWords } from '../../database/schema.ts';

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

interface Finding {
  matching: SQL | undefined;
  /** Whether more are found than are counted. */
  isBroad: boolean;
}

/**
 * Classes in whose title, category, description or teacher's name the text is found. Few are looked up first and
 * then put in order; many are found on the way through the list in its order. PostgreSQL cannot tell which it is.
 */
export const finding = async (
  db: Queryable,
  { q, status }: Pick<ClassFilter, 'q' | 'status'>,
): Promise<Finding> => {
  if (!q) return { matching: undefined, isBroad: false };
  const words = q.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  if (words.length === 0) return { matching: sql`false`, isBroad: false };
  const found = await db
    .select({ classId: classWords.classId })
    .from(classWords)
    .where(and(saying(words), status === 'approve' ? eq(classWords.onSale, true) : undefined))
    .limit(COUNTED_ENTRIES + 1);
  const isBroad = found.length > COUNTED_ENTRIES;
  const matching = isBroad
    ? sql`exists (select from ${classWords} where ${classWords.classId} = ${classes.id} and ${saying(words)})`
    : sql`${classes.id} = any(${sql.param(found.map(({ classId }) => classId))}::uuid[])`;
  return { matching, isBroad };
};
