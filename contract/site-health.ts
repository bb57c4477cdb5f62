import { z } from 'zod';
import { defineCall } from './call.ts';
import { timestampSchema } from './common.ts';

/** The checks of what a site needs to work. Each runs by itself. */
export const HEALTH_CHECKS = [
  'Node.js',
  'Settings',
  'Database',
  'Secret',
  'Disk',
  'Files',
  'Email',
  'Contact form',
  'Outbox',
  'Card provider',
  'Webhook',
  'Payments',
  'Clock',
  'Address',
  'Test payments',
  'Sample accounts',
  'Backups',
] as const;

export type HealthCheck = (typeof HEALTH_CHECKS)[number];

/** From best to worst. A `warning` is a choice that deserves a second look; a `problem` breaks something. */
export const HEALTH_STATUSES = ['ok', 'warning', 'problem'] as const;

/**
 * The finding of one check. `setting` names the setting to change, `todo` says what to do; both are absent if nothing
 * is wrong.
 */
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

export const getSiteHealth = defineCall({
  method: 'GET',
  path: '/site-health',
  summary: 'Run the health checks of the site, as `npm run doctor` does',
  tag: 'Operation',
  authorization: 'required',
  limit: 'review',
  response: z.object({ checkedAt: timestampSchema, findings: z.array(healthFindingSchema) }),
});

/** A request to the card provider, and its response verbatim. */
const providerResponseSchema = z
  .object({ request: z.string(), answer: z.string() })
  .meta({ id: 'CardProviderAnswer' });

/** The findings about the key and, if it is accepted, about the webhook endpoint, with the provider's responses. */
export const cardProviderTestSchema = z.object({
  findings: z.array(healthFindingSchema),
  answers: z.array(providerResponseSchema),
});

export type CardProviderTest = z.infer<typeof cardProviderTestSchema>;

export const testCardProvider = defineCall({
  method: 'POST',
  path: '/site-health/test-card-provider',
  summary: 'Check that the card provider accepts the key and sends its events to this site',
  tag: 'Operation',
  authorization: 'required',
  limit: 'review',
  response: cardProviderTestSchema,
});

export const sendTestEmail = defineCall({
  method: 'POST',
  path: '/site-health/test-email',
  summary:
    'Send a test email to the caller. `failure` is the error of the mail server, or null if it accepted the email',
  tag: 'Operation',
  authorization: 'required',
  limit: 'review',
  response: z.object({ to: z.string(), failure: z.string().nullable() }),
});
