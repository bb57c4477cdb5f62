import { z } from 'zod';
import { TEXT_LIMITS } from './text-limits.ts';

/** Entries per page. `lastPage` is the highest page number, which bounds the work of a single call. */
export const PAGE_SIZE = { default: 20, classes: 24, max: 100, lastPage: 100_000 } as const;

/** Entries of a public list that are counted and reachable by page number, so that the cost does not grow with the list. */
export const COUNTED_ENTRIES = 1_000;

/** The same for a full-text search, which has to find each entry that it counts. Ten pages of classes. */
export const FOUND_ENTRIES = 240;

/**
 * The header of a page with the total number of entries in the list. Public lists count up to `COUNTED_ENTRIES`, their
 * searches up to `FOUND_ENTRIES`; a total of one more means "more than that".
 */
export const TOTAL_COUNT_HEADER = 'x-total-count';

/** A search text. */
export const searchSchema = z
  .string()
  .trim()
  .max(TEXT_LIMITS.search, `At most ${TEXT_LIMITS.search} characters`)
  .refine((text) => !text.includes('\u0000'), 'Search contains an invalid character');

export const pageSizeSchema = z.coerce.number().int().min(1).max(PAGE_SIZE.max);

/**
 * The search and pagination parameters of every list. Without `page` and `limit` the response is the whole list; with
 * either of them it is one page, with `TOTAL_COUNT_HEADER`.
 */
export const pageQuerySchema = z.object({
  q: searchSchema.optional(),
  page: z.coerce.number().int().min(1).max(PAGE_SIZE.lastPage).optional(),
  limit: pageSizeSchema.optional(),
});

/** The same with a sort order. A leading minus means descending. */
export const listQuerySchema = <const Sorts extends readonly [string, ...string[]]>(sorts: Sorts) =>
  pageQuerySchema.extend({ sort: z.enum(sorts).optional() });

export type PageQuery = z.infer<typeof pageQuerySchema>;

/** Days of the calendar (UTC), ending with today. */
export const daysQuerySchema = z.object({ days: z.coerce.number().int().min(1).max(366).default(30) });
