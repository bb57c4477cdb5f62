import { sql } from 'drizzle-orm';
import type { Queryable } from '../../database/client.ts';
import { classWords, searchWords } from '../../database/schema.ts';
import { countTypos } from './count-typos.ts';

/** How many words are compared with one. */
const COMPARED = 2_000;
/** For how many of the nearest words the published classes are counted, each up to a limit. */
const NEAREST = 8;
const COUNTED_CLASSES = 100;

/** How many typos a word may have. The shorter it is, the more words are near by chance. */
const typosIn = (word: string): number => {
  if (word.length < 3) return 0;
  return word.length < 6 ? 1 : 2;
};

interface NearWord {
  typed: string;
  word: string;
  typos: number;
  /** First letters are rarely wrong. */
  isSameStart: boolean;
}

/** The nearest words of the list to each word, whether or not a published class still has them. */
const findCandidates = async (db: Queryable, words: string[]): Promise<NearWord[]> => {
  const { rows } = await db.execute<{ typed: string; plain: string; words: string[] }>(sql`
    select typed, unaccented(typed) as plain, array(
             select ${searchWords.word} from ${searchWords}
              where word_remains(${searchWords.word}) && word_remains(unaccented(typed))
                and length(${searchWords.word}) between length(unaccented(typed)) - 2 and length(unaccented(typed)) + 2
              limit ${COMPARED}) as words
      from unnest(${sql.param(words)}::text[]) as typed`);
  return rows.flatMap(({ typed, plain, words: compared }) =>
    compared
      .map((word) => ({ typed, word, typos: countTypos(plain, word), isSameStart: word[0] === plain[0] }))
      .filter(({ typos }) => typos > 0 && typos <= typosIn(plain))
      .sort((one, other) => one.typos - other.typos || Number(other.isSameStart) - Number(one.isSameStart))
      .slice(0, NEAREST),
  );
};

/**
 * Finds words of published classes that differ from the given ones by a typo or two.
 * @returns for each word the near ones, the nearest and most frequent first
 */
export const findNearWords = async (db: Queryable, words: string[]): Promise<Map<string, string[]>> => {
  const candidates = await findCandidates(db, words);
  const { rows } = await db.execute<{ word: string; classes: number }>(sql`
    select word, (select count(*)::int from (
             select from ${classWords}
              where ${classWords.isPublished} and ${classWords.allWords} @@ plainto_tsquery('simple', word)
              limit ${COUNTED_CLASSES}) as found) as classes
      from unnest(${sql.param(candidates.map(({ word }) => word))}::text[]) as word`);
  const classesWith = new Map(rows.map(({ word, classes }) => [word, classes]));
  const near = candidates
    .map((candidate) => ({ ...candidate, classes: classesWith.get(candidate.word) ?? 0 }))
    .filter(({ classes }) => classes > 0)
    .sort(
      (one, other) =>
        one.typos - other.typos ||
        Number(other.isSameStart) - Number(one.isSameStart) ||
        other.classes - one.classes ||
        (one.word < other.word ? -1 : 1),
    );
  return new Map(
    words.map((word) => [word, near.filter(({ typed }) => typed === word).map((it) => it.word)]),
  );
};
