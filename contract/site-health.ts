import { z } from 'zod';
import { defineCall } from './call.ts';
import { timestampSchema } from './common.ts';

/** Everything that a site needs to work. Each is checked by itself. */
export const HEALTH_CHECKS = [
  'Node.js',
  'Settings',
  'Database',
  'Disk',
  'Files',
  'Email',
  'Outbox',
  'Card provider',
  'Webhook',
  'Payments',
  'Clock',
  'Address',
  'Sample accounts',
  'Backups',
] as const;

export type HealthCheck = (typeof HEALTH_CHECKS)[number];

/** From best to worst. A `warning` is a choice that deserves a second look; a `problem` breaks something. */
export const HEALTH_STATUSES = ['ok', 'warning', 'problem'] as const;

/** What one check found. `setting` names the setting to change, `todo` says what to do; both only where something is wrong. */
export const healthFindingSchema = z
  .object({
    check: z.enum(HEALTH_CHECKS),
    status: z.enum(HEALTH_STATUSES),
    found: z.string(),
    setting: z.string().optional(),
    todo: z.string().optional(),
  })
  .meta({ id: 'HealthFinding' });

export type HealthFinding = z.infer<typeof healthFindingSchema>;

export const readSiteHealth = defineCall({
  method: 'GET',
  path: '/site-health',
  summary: 'Checks everything that the site needs, as `npm run doctor` does',
  tag: 'Operation',
  authorization: 'required',
  limit: 'review',
  response: z.object({ checkedAt: timestampSchema, findings: z.array(healthFindingSchema) }),
});
