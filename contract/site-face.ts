import { type Brand, DEFAULT_BRAND } from './brand.ts';
import type { LegalPageName } from './pages.ts';

/** What every page shows of the site: the brand, and links to the legal pages that are published. */
export interface SiteFace {
  brand: Brand;
  legalPages: readonly { name: LegalPageName; title: string }[];
}

/** A site that its owner has not changed. */
export const DEFAULT_FACE: SiteFace = { brand: DEFAULT_BRAND, legalPages: [] };
