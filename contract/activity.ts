import { z } from 'zod';
import { defineCall } from './call.ts';
import { daysQuerySchema } from './paging.ts';

/**
 * Enrollments count on the day of the purchase unless they have ended. Registrations include accounts that were deleted
 * since.
 */
export const getSiteActivity = defineCall({
  method: 'GET',
  path: '/site-activity',
  summary: 'Enrollments and registrations by day (UTC)',
  tag: 'Operation',
  authorization: 'required',
  query: daysQuerySchema,
  response: z
    .object({
      days: z.array(
        z.object({
          date: z.iso.date(),
          enrollments: z.int().min(0),
          registrations: z.int().min(0),
        }),
      ),
    })
    .meta({ id: 'SiteActivity' }),
});

export type SiteActivity = z.infer<typeof getSiteActivity.response>;
