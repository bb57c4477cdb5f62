import { type SQL, sql } from 'drizzle-orm';
import { classes, classWords } from '../../database/schema.ts';

/** The words of a text that is searched for; none where nothing of it is a letter or a digit. */
const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/**
 * The condition of `classWords` that each word of a text begins a word of the class, or stands there in another form
 * (https://www.postgresql.org/docs/current/textsearch-controls.html); undefined for a text without words.
 */
export const saying = (text: string): SQL | undefined => {
  const queries = wordsOf(text).map(
    (word) => sql`(to_tsquery('simple', ${`${word}:*`}) || plainto_tsquery('english', ${word}))`,
  );
  return queries.length > 0 ? sql`${classWords.words} @@ (${sql.join(queries, sql` && `)})` : undefined;
};

export const isOneOf = (ids: string[]): SQL => sql`${classes.id} = any(${sql.param(ids)}::uuid[])`;
