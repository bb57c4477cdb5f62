import { and, eq, gte, lte, type SQL } from 'drizzle-orm';
import type { ClassFilter } from '#contract/classes.ts';
import { toMinorUnits } from '#contract/money.ts';
import type { classes, classWords } from '../../database/schema.ts';

/** The condition of a filter's category and prices, on the table of classes or on their search table. */
export const matchesFilter = (
  table: typeof classes | typeof classWords,
  { category, minPrice, maxPrice }: ClassFilter,
): SQL | undefined =>
  and(
    category && eq(table.category, category),
    minPrice === undefined ? undefined : gte(table.price, toMinorUnits(minPrice)),
    maxPrice === undefined ? undefined : lte(table.price, toMinorUnits(maxPrice)),
  );
