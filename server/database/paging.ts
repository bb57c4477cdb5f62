import { asc, desc, ilike, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { PAGE_SIZE } from '#contract/paging.ts';

/** Sorts before all ids: the start of a query that reads a table in the order of its ids. */
export const LOWEST_ID = '00000000-0000-0000-0000-000000000000';

/** A page of a list: its rows and the total number of entries. */
export interface Page<Row> {
  rows: Row[];
  total: number;
}

export interface PageRequest {
  page?: number;
  limit?: number;
}

/** The offset and the maximum length of a page. */
export const rangeOf = ({ page = 1, limit = PAGE_SIZE.default }: PageRequest) => ({
  offset: (page - 1) * limit,
  limit,
});

/** The order of a list: by a value that is never null, with the id as tie-breaker in the same direction. */
export interface Order {
  by: SQLWrapper;
  descending: boolean;
}

/** The `order by` terms of an order, with the id as tie-breaker. */
export const orderBy = ({ by, descending }: Order, id: SQLWrapper): SQL[] =>
  descending ? [desc(by), desc(id)] : [asc(by), asc(id)];

/** The sort orders `name` (ascending) and `-name` (descending) for each column. */
export const bothWays = <Name extends string>(
  columns: Record<Name, SQLWrapper>,
): Record<Name | `-${Name}`, Order> =>
  Object.fromEntries(
    Object.entries<SQLWrapper>(columns).flatMap(([name, by]) => [
      [name, { by, descending: false }],
      [`-${name}`, { by, descending: true }],
    ]),
  ) as Record<Name | `-${Name}`, Order>;

/** The sort orders `newest` and `oldest`. */
export const byAge = (moment: SQLWrapper): Record<'newest' | 'oldest', Order> => ({
  newest: { by: moment, descending: true },
  oldest: { by: moment, descending: false },
});

/**
 * Matches rows in which one of the columns contains the text. Neither capitals nor accents matter; `%` and `_` are not
 * wildcards.
 */
export const containing = (text: string | undefined, ...columns: (PgColumn | SQL)[]): SQL | undefined => {
  if (!text) return undefined;
  const pattern = `%${text.replace(/[\\%_]/g, '\\$&')}%`;
  return or(...columns.map((column) => ilike(sql`unaccented(${column})`, sql`unaccented(${pattern})`)));
};
