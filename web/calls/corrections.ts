import { queryOptions } from '@tanstack/react-query';
import type { ClassFilter } from '#contract/classes.ts';
import { correctSearch } from '#contract/corrections.ts';
import { classKeys } from './classes.ts';
import { request } from './client/api-client.ts';

/** A search text that finds published classes, if that of a filter finds none because of a typo. */
export const correctionQuery = ({ q = '', category, experience, minPrice, maxPrice }: ClassFilter) => {
  const query = { q, category, experience, minPrice, maxPrice };
  return queryOptions({
    queryKey: [...classKeys.all, 'correction', query],
    queryFn: async () => (await request(correctSearch, { query })).data,
  });
};
