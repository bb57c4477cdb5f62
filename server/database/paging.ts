import { asc, count, desc, ilike, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { PgColumn, PgSelect } from 'drizzle-orm/pg-core';
import { COUNTED_ENTRIES, PAGE_SIZE } from '#contract/constants.ts';
import type { Queryable } from './client.ts';

/** What a page shows: its rows, and how many the whole list has. */
export interface Page<Row> {
  rows: Row[];
  total: number;
}

export interface PageRequest {
  page?: number;
  limit?: number;
}

/**
 * Reads one page of a list, or the whole of it where neither `page` nor `limit` is given.
 *
 * @param rows the ordered query of the whole list
 * @param count the query that counts it, run only where there is more than a page
 */
export const readPage = async <Query extends PgSelect>(
  rows: Query,
  count: PromiseLike<{ total: number }[]>,
  { page, limit }: PageRequest,
): Promise<Page<Awaited<Query>[number]>> => {
  if (!page && !limit) {
    const whole: Awaited<Query> = await rows;
    return { rows: whole, total: whole.length };
  }
  const size = limit ?? PAGE_SIZE.default;
  const shown: Awaited<Query> = await rows.limit(size).offset(((page ?? 1) - 1) * size);
  const [counted] = await count;
  return { rows: shown, total: counted?.total ?? 0 };
};

/**
 * Reads one page of a list that anybody may ask for, at a cost that does not grow with the list: entries are
 * counted, and reached by the number of a page, up to `COUNTED_ENTRIES`. A total of one more means "more".
 *
 * @param rows the ordered query of the whole list
 * @param counted the query of the list's ids, in no order
 */
export const readCountedPage = async <Query extends PgSelect>(
  db: Queryable,
  rows: Query,
  counted: PgSelect,
  { page = 1, limit = PAGE_SIZE.default }: PageRequest,
): Promise<Page<Awaited<Query>[number]>> => {
  const offset = (page - 1) * limit;
  const shown: Awaited<Query> | [] = offset < COUNTED_ENTRIES ? await rows.limit(limit).offset(offset) : [];
  const [row] = await db.select({ total: count() }).from(counted.limit(COUNTED_ENTRIES + 1).as('counted'));
  return { rows: shown, total: row!.total };
};

/** The orders `name` and `-name` for each column given; the id breaks ties the same way. */
export const bothWays = <Name extends string>(
  columns: Record<Name, SQLWrapper>,
  id: PgColumn,
): Record<Name | `-${Name}`, SQL[]> =>
  Object.fromEntries(
    Object.entries<SQLWrapper>(columns).flatMap(([name, column]) => [
      [name, [asc(column), asc(id)]],
      [`-${name}`, [desc(column), desc(id)]],
    ]),
  ) as Record<Name | `-${Name}`, SQL[]>;

/** Newest first, and oldest first. */
export const byAge = (moment: PgColumn, id: PgColumn): Record<'newest' | 'oldest', SQL[]> => ({
  newest: [desc(moment), desc(id)],
  oldest: [asc(moment), asc(id)],
});

/** Rows that a batch has. */
export const BATCH_SIZE = 1_000;

/** What comes after a row in a list with the newest first. */
export const olderThan = (moment: PgColumn, id: PgColumn, last: { moment: Date; id: string | number }): SQL =>
  sql`(${moment}, ${id}) < (${last.moment.toISOString()}::timestamptz, ${last.id})`;

/** Goes through a whole list, newest first, holding one batch of it at a time. */
export async function* inBatches<Row>(
  read: (last: Row | undefined) => Promise<Row[]>,
): AsyncGenerator<Row, void> {
  let last: Row | undefined;
  let size: number;
  do {
    const batch = await read(last);
    yield* batch;
    last = batch.at(-1);
    size = batch.length;
  } while (size === BATCH_SIZE);
}

/** Whether one of the columns contains the text, in any case; `%` and `_` stand for themselves. */
export const containing = (text: string | undefined, ...columns: PgColumn[]): SQL | undefined => {
  if (!text) return undefined;
  const pattern = `%${text.replace(/[\\%_]/g, '\\$&')}%`;
  return or(...columns.map((column) => ilike(column, pattern)));
};
