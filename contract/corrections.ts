import { z } from 'zod';
import { defineCall } from './call.ts';
import { classFilterSchema } from './classes.ts';
import { searchSchema } from './paging.ts';

const searchToCorrectSchema = classFilterSchema
  .pick({ category: true, experience: true, minPrice: true, maxPrice: true })
  .extend({ q: searchSchema });

export type SearchToCorrect = z.infer<typeof searchToCorrectSchema>;

export const correctSearch = defineCall({
  method: 'GET',
  path: '/classes/corrected-search',
  summary: 'A correction of a search that finds no published class, such as “photography” for “photograpy”',
  tag: 'Classes',
  authorization: 'none',
  query: searchToCorrectSchema,
  response: z.object({
    correction: z
      .string()
      .optional()
      .describe('A search text that finds published classes with the same filters. Absent if none is near.'),
  }),
});
