import { sql } from 'drizzle-orm';
import { boolean, check, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { REGISTRATION_MODES } from '../../../contract/registration-modes.ts';
import { oneOf, timestamptz } from './columns.ts';

/** What admins have changed about the site, in one row once they have. `version` counts the changes. */
export const siteSettings = pgTable(
  'site_settings',
  {
    isOnly: boolean('is_only').primaryKey().default(true),
    /** What the audit trail refers to. */
    id: uuid('id').notNull().defaultRandom(),
    logoFirst: text('logo_first').notNull(),
    logoSecond: text('logo_second').notNull(),
    company: text('company').notNull(),
    claim: text('claim').notNull(),
    description: text('description').notNull(),
    accent: text('accent').notNull(),
    logoImage: text('logo_image').notNull(),
    shareImage: text('share_image').notNull(),
    registration: text('registration', { enum: REGISTRATION_MODES }).notNull().default('open'),
    /** What receipts say of the seller. Without a name, they have the company of the brand. */
    sellerName: text('seller_name').notNull().default(''),
    sellerAddress: text('seller_address').notNull().default(''),
    sellerTaxNumber: text('seller_tax_number').notNull().default(''),
    /** The tax that prices include, in hundredths of a percent. */
    taxRate: integer('tax_rate').notNull().default(0),
    version: integer('version').notNull().default(1),
    updatedAt: timestamptz('updated_at').notNull().defaultNow(),
  },
  (table) => [
    check('site_settings_one_row', sql`${table.isOnly}`),
    check('site_settings_registration_known', sql`${table.registration} in (${oneOf(REGISTRATION_MODES)})`),
    check('site_settings_tax_rate_in_range', sql`${table.taxRate} between 0 and 9999`),
  ],
);
