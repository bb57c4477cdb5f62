import { z } from 'zod';
import { defineCall } from './call.ts';
import { emailSchema, nameSchema } from './common.ts';
import { CURRENCY_CODES } from './currencies.ts';
import { cardProviderTestSchema } from './site-health.ts';
import { brandSchema, contactDetailsSchema } from './site-settings.ts';

/** The token of the one-time address. */
const tokenSchema = z.string().max(100);

/** The form of a new site: the first admin, and the settings that every site needs. */
export const siteSetupSchema = z.object({
  email: emailSchema,
  name: nameSchema,
  brand: brandSchema,
  currency: z.enum(CURRENCY_CODES, 'Choose a currency'),
  /** The address that receives the messages of the contact form, or empty. */
  contactEmail: contactDetailsSchema.shape.email,
});

export type SiteSetup = z.infer<typeof siteSetupSchema>;

/** Settings that are absent stay as they are. */
const firstAdminSchema = siteSetupSchema.partial({ brand: true, currency: true, contactEmail: true });

export type FirstAdmin = z.infer<typeof firstAdminSchema>;

const tag = 'Setup';

export const getSetup = defineCall({
  method: 'GET',
  path: '/setup',
  summary: 'Whether the one-time setup link of a new site is still valid',
  tag,
  authorization: 'none',
  limit: 'token',
  query: z.object({ token: tokenSchema }),
  response: z.object({ open: z.boolean() }),
});

/**
 * `link` is the address where the admin sets a password. It expires after an hour. Fails with `currency_in_use` as a
 * change of the site settings does.
 */
export const createFirstAdmin = defineCall({
  method: 'POST',
  path: '/setup',
  summary: 'Create the first admin of a new site, using its one-time setup link',
  tag,
  authorization: 'none',
  limit: 'registration',
  body: firstAdminSchema.extend({ token: tokenSchema }),
  response: z.object({ link: z.string() }),
});

/** `failure` is the mail server's error, or null if it accepted the email. */
export const sendSetupEmail = defineCall({
  method: 'POST',
  path: '/setup/test-email',
  summary: 'Send a test email, using the one-time setup link of a new site',
  tag,
  authorization: 'none',
  limit: 'email',
  body: z.object({ token: tokenSchema, to: emailSchema }),
  response: z.object({ failure: z.string().nullable() }),
});

export const testSetupCardProvider = defineCall({
  method: 'POST',
  path: '/setup/test-card-provider',
  summary: 'Test the card provider, using the one-time setup link of a new site',
  tag,
  authorization: 'none',
  limit: 'email',
  body: z.object({ token: tokenSchema }),
  response: cardProviderTestSchema,
});
