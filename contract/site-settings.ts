import { z } from 'zod';
import type { Brand } from './brand.ts';
import { isReadableAccent } from './brand-colors.ts';
import { defineCall } from './call.ts';
import { REGISTRATION_MODES } from './registration-modes.ts';
import { imageAddressSchema, singleLineSchema, timestampSchema } from './common.ts';

const LIMITS = { logo: 20, company: 80, claim: 120, description: 300 } as const;

const optional = <Schema extends z.ZodType<string, string>>(schema: Schema) =>
  z.union([z.literal(''), schema]);

export const brandSchema: z.ZodType<Brand, Brand> = z
  .object({
    logoFirst: singleLineSchema(LIMITS.logo, 'The logo word'),
    logoSecond: optional(singleLineSchema(LIMITS.logo, 'The second part')),
    company: singleLineSchema(LIMITS.company, 'Company'),
    claim: optional(singleLineSchema(LIMITS.claim, 'Claim')),
    description: singleLineSchema(LIMITS.description, 'Description'),
    accent: z
      .string()
      .trim()
      .toLowerCase()
      .regex(/^#[\da-f]{6}$/, 'Enter a color such as #0b5563')
      .refine(
        isReadableAccent,
        'Text in this color would be hard to read on a light page. Choose a darker color.',
      ),
    logoImage: optional(imageAddressSchema),
    shareImage: optional(imageAddressSchema),
  })
  .meta({ id: 'Brand' });

/** `version` counts the changes, and is 0 before the first. */
export const siteSettingsSchema = z
  .object({
    brand: brandSchema,
    registration: z.enum(REGISTRATION_MODES),
    version: z.int().min(0),
    updatedAt: timestampSchema.nullable(),
  })
  .meta({ id: 'SiteSettings' });

export type SiteSettings = z.infer<typeof siteSettingsSchema>;

const tag = 'Site settings';

export const readSiteSettings = defineCall({
  method: 'GET',
  path: '/site-settings',
  summary: 'The settings of the site that admins change',
  tag,
  authorization: 'required',
  response: siteSettingsSchema,
});

/** The error `edit_conflict` has the current settings, if `version` is not theirs. */
export const updateSiteSettings = defineCall({
  method: 'PUT',
  path: '/site-settings',
  summary: 'Change the settings of the site, for all pages and emails at once',
  tag,
  authorization: 'required',
  limit: 'review',
  body: z.object({ brand: brandSchema, version: z.int().min(0) }),
  response: siteSettingsSchema,
});
