import { asc, desc, ilike, or, type SQL, type SQLWrapper } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { PAGE_SIZE } from '#contract/constants.ts';

/** What a page shows: its rows, and how many the whole list has. */
export interface Page<Row> {
  rows: Row[];
  total: number;
}

export interface PageRequest {
  page?: number;
  limit?: number;
}

/** Where a page begins in its list, and how many entries it has at most. */
export const rangeOf = ({ page = 1, limit = PAGE_SIZE.default }: PageRequest) => ({
  offset: (page - 1) * limit,
  limit,
});

/** The order of a list: by a value that every row has; the id breaks ties the same way. */
export interface Order {
  by: SQLWrapper;
  descending: boolean;
}

export const orderBy = ({ by, descending }: Order, id: SQLWrapper): SQL[] =>
  descending ? [desc(by), desc(id)] : [asc(by), asc(id)];

/** The orders `name` and `-name` for each column given. */
export const bothWays = <Name extends string>(
  columns: Record<Name, SQLWrapper>,
): Record<Name | `-${Name}`, Order> =>
  Object.fromEntries(
    Object.entries<SQLWrapper>(columns).flatMap(([name, by]) => [
      [name, { by, descending: false }],
      [`-${name}`, { by, descending: true }],
    ]),
  ) as Record<Name | `-${Name}`, Order>;

/** Newest first, and oldest first. */
export const byAge = (moment: SQLWrapper): Record<'newest' | 'oldest', Order> => ({
  newest: { by: moment, descending: true },
  oldest: { by: moment, descending: false },
});

/** Whether one of the columns contains the text, in any case; `%` and `_` stand for themselves. */
export const containing = (text: string | undefined, ...columns: PgColumn[]): SQL | undefined => {
  if (!text) return undefined;
  const pattern = `%${text.replace(/[\\%_]/g, '\\$&')}%`;
  return or(...columns.map((column) => ilike(column, pattern)));
};
