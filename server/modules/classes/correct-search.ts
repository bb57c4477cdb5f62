import { and, type SQL, sql } from 'drizzle-orm';
import type { SearchToCorrect } from '#contract/corrections.ts';
import { TEXT_LIMITS } from '#contract/text-limits.ts';
import type { Queryable } from '../../database/client.ts';
import { classWords } from '../../database/schema.ts';
import { matchesFilter } from './matches-filter.ts';
import { findNearWords } from './near-words.ts';
import { matchesWords, WORD, wordsOf } from './search-words.ts';

/** Longer searches are not corrected. */
const MAX_WORDS = 6;
/** How many words are tried in the place of each one, and how many corrected texts in total. */
const TRIED_WORDS = 3;
const TRIED_TEXTS = 12;

/** Which of the texts find a published class. */
const tryTexts = async (db: Queryable, texts: string[], filter?: SQL): Promise<boolean[]> => {
  if (texts.length === 0) return [];
  const found = texts.map((text) => {
    const matches = and(matchesWords(text) ?? sql`false`, sql`${classWords.isPublished}`, filter);
    // Materialized, because PostgreSQL would otherwise expect to find one soon without the index.
    return sql`exists (
      with found as materialized (select 1 from ${classWords} where ${matches}) select from found)`;
  });
  const { rows } = await db.execute<{ found: boolean[] }>(
    sql`select array[${sql.join(found, sql`, `)}] as found`,
  );
  return rows[0]!.found;
};

/** All choices of one option from each list, those with the first options first. */
const combine = (lists: string[][]): string[][] =>
  lists.reduce<string[][]>(
    (chosen, options) =>
      options.flatMap((option) => chosen.map((before) => [...before, option])).slice(0, TRIED_TEXTS),
    [[]],
  );

/** Replaces the words of a text, in their order. */
const replaceWords = (text: string, words: string[]): string => {
  let index = 0;
  return text.replace(WORD, (typed) => {
    const word = words[index++]!;
    return word === typed.toLowerCase() ? typed : word;
  });
};

/**
 * What words may stand for: each that no class has for a near one. If classes have every word, but none has all, one of
 * them may be the wrong one.
 */
const guess = async (db: Queryable, words: string[]): Promise<string[][]> => {
  const areKnown = await tryTexts(db, words);
  const unknown = words.filter((_, index) => !areKnown[index]);
  const near = await findNearWords(db, [...new Set(unknown.length > 0 ? unknown : words)]);
  const nearTo = (word: string) => (near.get(word) ?? []).slice(0, TRIED_WORDS);
  if (unknown.length > 0)
    return combine(words.map((word, index) => (areKnown[index] ? [word] : nearTo(word))));
  return words
    .flatMap((word, index) => nearTo(word).map((other) => words.with(index, other)))
    .slice(0, TRIED_TEXTS);
};

/**
 * Corrects the typos of a search that finds no published class.
 * @returns a text that finds classes with the same filters; undefined if none is near, or if nothing needs a correction
 */
export const findCorrection = async (
  db: Queryable,
  { q, ...filter }: SearchToCorrect,
): Promise<string | undefined> => {
  const words = wordsOf(q);
  if (words.length === 0 || words.length > MAX_WORDS) return undefined;
  const condition = matchesFilter(classWords, filter);
  const [isFound] = await tryTexts(db, [q], condition);
  if (isFound) return undefined;
  const texts = (await guess(db, words))
    .map((choice) => replaceWords(q, choice))
    .filter(({ length }) => length <= TEXT_LIMITS.search);
  const found = await tryTexts(db, texts, condition);
  return texts.find((_, index) => found[index]);
};
