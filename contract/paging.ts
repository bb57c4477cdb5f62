import { z } from 'zod';
import { PAGE_SIZE, TEXT_LIMITS } from './constants.ts';

/**
 * The header that says how many entries the whole list has, where a page of it was asked for. Public lists count
 * up to `COUNTED_ENTRIES`, searches of them up to `FOUND_ENTRIES`: one more stands for more.
 */
export const TOTAL_COUNT_HEADER = 'x-total-count';

/** What a person types to search. */
export const searchSchema = z
  .string()
  .trim()
  .max(TEXT_LIMITS.search, `At most ${TEXT_LIMITS.search} characters`)
  .refine((text) => !text.includes('\u0000'), 'The search has a character that cannot be stored');

export const pageSizeSchema = z.coerce.number().int().min(1).max(PAGE_SIZE.max);

/**
 * Search and paging that every list has. Without `page` and `limit` the whole list is answered; with one of
 * them, a page of it, and TOTAL_COUNT_HEADER.
 */
export const pageQuerySchema = z.object({
  q: searchSchema.optional(),
  page: z.coerce.number().int().min(1).max(PAGE_SIZE.lastPage).optional(),
  limit: pageSizeSchema.optional(),
});

/** As above, sorted by one of these words; a minus before one means descending. */
export const listQuerySchema = <const Sorts extends readonly [string, ...string[]]>(sorts: Sorts) =>
  pageQuerySchema.extend({ sort: z.enum(sorts).optional() });

export type PageQuery = z.infer<typeof pageQuerySchema>;
