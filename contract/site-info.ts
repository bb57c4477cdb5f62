import { type Brand, DEFAULT_BRAND } from './brand.ts';
import { type Currency, DEFAULT_CURRENCY } from './currencies.ts';
import type { LegalPageName } from './pages.ts';
import { DEFAULT_SKILLS, type Skills } from './skills.ts';

/** The phone number on the profiles of a site whose owner has not changed it. */
export const DEFAULT_PHONE = '+1 (555) 010-1999';

/**
 * The parts of the site that every page shows: the brand, links to the published legal pages, the phone number, if any,
 * the currency of its prices, and the experience levels and skill categories that it offers.
 */
export interface SiteInfo {
  brand: Brand;
  legalPages: readonly { name: LegalPageName; title: string }[];
  phone: string;
  currency: Currency;
  skills: Skills;
}

/** A site that its owner has not changed. */
export const DEFAULT_SITE_INFO: SiteInfo = {
  brand: DEFAULT_BRAND,
  legalPages: [],
  phone: DEFAULT_PHONE,
  currency: DEFAULT_CURRENCY,
  skills: DEFAULT_SKILLS,
};
