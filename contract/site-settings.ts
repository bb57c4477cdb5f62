import { z } from 'zod';
import { partyFields } from './billing-details.ts';
import type { Brand } from './brand.ts';
import { isReadableAccent } from './brand-colors.ts';
import { defineCall } from './call.ts';
import { CURRENCY_CODES } from './currencies.ts';
import { editedHomeSchema, homeChangesSchema } from './home-content.ts';
import { REGISTRATION_MODES } from './registration-modes.ts';
import { skillsSchema } from './skills.ts';
import { isStorableRate } from './tax-rate.ts';
import { editVersionSchema, imageUrlSchema, singleLineSchema, timestampSchema } from './common.ts';
import { TEXT_LIMITS } from './text-limits.ts';

const LIMITS = { logo: 20, company: 80, claim: 120, description: 300 } as const;

const optional = <Schema extends z.ZodType<string, string>>(schema: Schema) =>
  z.union([z.literal(''), schema]);

export const brandSchema: z.ZodType<Brand, Brand> = z
  .object({
    logoFirst: singleLineSchema(LIMITS.logo, 'The logo word'),
    logoSecond: optional(singleLineSchema(LIMITS.logo, 'The second part')),
    company: singleLineSchema(LIMITS.company, 'Company'),
    claim: optional(singleLineSchema(LIMITS.claim, 'Tagline')),
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
    logoImage: optional(imageUrlSchema),
    shareImage: optional(imageUrlSchema),
  })
  .meta({ id: 'Brand' });

/** The maximum tax rate, in percent. */
const MAXIMUM_TAX_RATE = 99.99;
const TAX_RATE = `The tax rate is a number from 0 to ${MAXIMUM_TAX_RATE}`;

/**
 * The seller on receipts. If `name` is empty, it is the brand's company. `taxRate` is the percentage of tax that prices
 * include; `currency` is the currency of all prices.
 */
export const sellerSchema = z
  .object({
    ...partyFields,
    currency: z.enum(CURRENCY_CODES, 'Choose a currency'),
    taxRate: z
      .number({ error: TAX_RATE })
      .min(0, TAX_RATE)
      .max(MAXIMUM_TAX_RATE, TAX_RATE)
      .refine(isStorableRate, 'The tax rate has at most two decimal places'),
  })
  .meta({ id: 'Seller' });

export type Seller = z.infer<typeof sellerSchema>;

const PHONE_LENGTH = 40;

/**
 * The owner's contact details: the phone number that profiles show, if there is one, and the address that receives the
 * messages of the contact form. If it is not set, the address in the server's settings receives them.
 */
export const contactDetailsSchema = z
  .object({
    phone: optional(
      singleLineSchema(PHONE_LENGTH, 'Phone number').regex(
        /^(?=(?:\D*\d){3})[\d\s+().\/-]+(?:ext\.? ?\d+)?$/i,
        'Enter a phone number such as +1 (555) 010-1999',
      ),
    ),
    email: optional(
      z
        .string()
        .trim()
        .toLowerCase()
        .max(TEXT_LIMITS.email, `At most ${TEXT_LIMITS.email} characters`)
        .regex(z.regexes.email, 'Enter a valid email address'),
    ),
  })
  .meta({ id: 'ContactDetails' });

export type ContactDetails = z.infer<typeof contactDetailsSchema>;

/** `version` counts the changes, and is 0 before the first. */
export const siteSettingsSchema = z
  .object({
    brand: brandSchema,
    registration: z.enum(REGISTRATION_MODES),
    seller: sellerSchema,
    contact: contactDetailsSchema,
    skills: skillsSchema,
    home: editedHomeSchema,
    version: z.int().min(0),
    updatedAt: timestampSchema.nullable(),
  })
  .meta({ id: 'SiteSettings' });

export type SiteSettings = z.infer<typeof siteSettingsSchema>;

const tag = 'Site settings';

export const getSiteSettings = defineCall({
  method: 'GET',
  path: '/site-settings',
  summary: 'The settings of the site that admins can change',
  tag,
  authorization: 'required',
  response: siteSettingsSchema,
});

/**
 * Absent fields stay unchanged. If `version` is outdated, the call fails with `edit_conflict`, which contains the
 * current settings. The currency cannot change while a payment is open or after one was made (`currency_in_use`).
 */
export const updateSiteSettings = defineCall({
  method: 'PUT',
  path: '/site-settings',
  summary: 'Change the settings of the site, for all pages and emails at once',
  tag,
  authorization: 'required',
  limit: 'review',
  body: z.object({
    brand: brandSchema.optional(),
    seller: sellerSchema.optional(),
    contact: contactDetailsSchema.optional(),
    skills: skillsSchema.optional(),
    /** Null restores the default of a part. */
    home: homeChangesSchema.optional(),
    version: editVersionSchema,
  }),
  response: siteSettingsSchema,
});
