import { and, eq, gte, lte, type Placeholder, type SQL } from 'drizzle-orm';
import type { ClassFilter } from '#contract/classes.ts';
import { toMinorUnits } from '#contract/money.ts';
import type { classes, classWords } from '../../database/schema.ts';

/** A filter, in a prepared query with a placeholder for its category. */
export type ClassConditions = Omit<ClassFilter, 'category'> & { category?: string | Placeholder };

/** The condition of a filter's category, experience level and prices, on the table of classes or on their search table. */
export const matchesFilter = (
  table: typeof classes | typeof classWords,
  { category, experience, minPrice, maxPrice }: ClassConditions,
): SQL | undefined =>
  and(
    category === undefined ? undefined : eq(table.category, category),
    experience === undefined ? undefined : eq(table.experience, experience),
    minPrice === undefined ? undefined : gte(table.price, toMinorUnits(minPrice)),
    maxPrice === undefined ? undefined : lte(table.price, toMinorUnits(maxPrice)),
  );
