import { sql } from 'drizzle-orm';
import type { Database } from '../../database/client.ts';
import { classWords, searchWords } from '../../database/schema.ts';

/** How many words are checked at once, so that nobody waits long for the lock. */
const BATCH = 500;

/**
 * Removes words that no published class has anymore from the words for corrections of searches.
 * @param batch how many words are checked at once
 */
export const removeUnusedWords = async (db: Database, batch = BATCH): Promise<void> => {
  let last: string | null = '';
  while (last !== null) {
    const after: string = last;
    last = await db.transaction(async (trx) => {
      // A class that is being published would be overlooked: its words are in the list, but it is not visible yet.
      await trx.execute(sql`lock table ${searchWords} in share row exclusive mode`);
      const { rows } = await trx.execute<{ last: string | null }>(sql`
        with checked as materialized (
          select word from ${searchWords} where word > ${after} order by word limit ${batch}
        ), removed as (
          delete from ${searchWords} using checked where ${searchWords.word} = checked.word and not exists (
            select from ${classWords}
             where ${classWords.isPublished} and ${classWords.allWords} @@ plainto_tsquery('simple', checked.word))
        )
        select max(word) as last from checked`);
      return rows[0]!.last;
    });
  }
};
