import { type SQL, sql } from 'drizzle-orm';
import { classes, classWords } from '../../database/schema.ts';

/** A word of a search text, with its accents, vowel signs and signs such as in C++ and C#. */
export const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*[+#]*/gu;

/** The words of a search text, in lower case. None without letters or digits. */
export const wordsOf = (text: string): string[] => (text.match(WORD) ?? []).map((word) => word.toLowerCase());

/** The words that begin with a word, and its other forms. Classes do not have the signs of a word, which only says that it is whole. */
const toQuery = (word: string): SQL => {
  const [letters = ''] = word.split(/[+#]/);
  if (letters !== word) return sql`plainto_tsquery('simple', unaccented(${letters}))`;
  return sql`(to_tsquery('simple', unaccented(${`${word}:*`})) || plainto_tsquery('english', unaccented(${word})))`;
};

/**
 * The condition of `classWords` that each word of a text is the beginning of a word of the class, or another form of it
 * (https://www.postgresql.org/docs/current/textsearch-controls.html). Undefined for a text without words. Neither
 * capitals nor accents matter.
 * @param words the words of the class: by default all, including those of its curriculum
 */
export const matchesWords = (
  text: string,
  words: typeof classWords.words | typeof classWords.allWords = classWords.allWords,
): SQL | undefined => {
  const queries = wordsOf(text).map(toQuery);
  return queries.length > 0 ? sql`${words} @@ (${sql.join(queries, sql` && `)})` : undefined;
};

/** The condition that the id of a class is one of these. */
export const isOneOf = (ids: string[]): SQL => sql`${classes.id} = any(${sql.param(ids)}::uuid[])`;
