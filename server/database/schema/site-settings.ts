import { sql } from 'drizzle-orm';
import { boolean, check, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { CURRENCY_CODES, DEFAULT_CURRENCY } from '../../../contract/currencies.ts';
import { REGISTRATION_MODES } from '../../../contract/registration-modes.ts';
import {
  type CallToAction,
  type Partner,
  type Service,
  type Slide,
  USER_COUNTS,
} from '../../../contract/home-content.ts';
import { DEFAULT_PHONE } from '../../../contract/site-info.ts';
import { EXPERIENCE_LEVELS, SKILL_CATEGORIES } from '../../../contract/skills.ts';
import { oneOf, timestamptz } from './columns.ts';

/** A slide as it is stored. Slides from before buttons existed lack those fields. */
export type StoredSlide = Omit<Slide, 'label' | 'link'> & Partial<Pick<Slide, 'label' | 'link'>>;

/** The site's settings, in a single row that exists once an admin has changed them. `version` counts the changes. */
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
    /** The seller on receipts. If the name is empty, it is the brand's company. */
    sellerName: text('seller_name').notNull().default(''),
    sellerAddress: text('seller_address').notNull().default(''),
    sellerTaxNumber: text('seller_tax_number').notNull().default(''),
    /** The currency of all prices. */
    currency: text('currency', { enum: CURRENCY_CODES }).notNull().default(DEFAULT_CURRENCY),
    /** The tax that prices include, in hundredths of a percent. */
    taxRate: integer('tax_rate').notNull().default(0),
    /** The phone number that profiles show, if any. */
    phone: text('phone').notNull().default(DEFAULT_PHONE),
    /** The address that receives the messages of the contact form. Empty: the address in the server's settings. */
    contactEmail: text('contact_email').notNull().default(''),
    /** The choices for teacher requests and classes, in display order. */
    experienceLevels: text('experience_levels')
      .array()
      .notNull()
      .default([...EXPERIENCE_LEVELS]),
    skillCategories: text('skill_categories')
      .array()
      .notNull()
      .default([...SKILL_CATEGORIES]),
    /** The content of the home page. The contract validates it before it is stored. Null: the default. */
    slides: jsonb('slides').$type<StoredSlide[]>(),
    partners: jsonb('partners').$type<Partner[]>(),
    services: jsonb('services').$type<Service[]>(),
    calls: jsonb('calls').$type<CallToAction[]>(),
    /** The addresses of all pictures in these. */
    homePictures: text('home_pictures')
      .array()
      .notNull()
      .default(sql`'{}'`),
    /** Whether the home page shows a fixed number of users or the number of accounts. */
    userCount: text('user_count', { enum: USER_COUNTS }).notNull().default('fixed'),
    version: integer('version').notNull().default(1),
    updatedAt: timestamptz('updated_at').notNull().defaultNow(),
  },
  (table) => [
    check('site_settings_one_row', sql`${table.isOnly}`),
    check('site_settings_registration_known', sql`${table.registration} in (${oneOf(REGISTRATION_MODES)})`),
    check('site_settings_user_count_known', sql`${table.userCount} in (${oneOf(USER_COUNTS)})`),
    check('site_settings_currency_known', sql`${table.currency} in (${oneOf(CURRENCY_CODES)})`),
    check('site_settings_tax_rate_in_range', sql`${table.taxRate} between 0 and 9999`),
  ],
);
