import { sql } from 'drizzle-orm';
import { type Brand, DEFAULT_BRAND } from '#contract/brand.ts';
import type { Queryable, Transaction } from '../../database/client.ts';
import { siteSettings } from '../../database/schema.ts';

export interface StoredSettings {
  brand: Brand;
  /** 0 before the first change. */
  version: number;
  updatedAt: Date | null;
}

const LOCK = 7_301_022;

const BRAND_COLUMNS = {
  logoFirst: siteSettings.logoFirst,
  logoSecond: siteSettings.logoSecond,
  company: siteSettings.company,
  claim: siteSettings.claim,
  description: siteSettings.description,
  accent: siteSettings.accent,
  logoImage: siteSettings.logoImage,
  shareImage: siteSettings.shareImage,
};

/** The settings, or the defaults if nobody has changed them. */
export const findSettings = async (db: Queryable): Promise<StoredSettings> => {
  const { version, updatedAt } = siteSettings;
  const [row] = await db.select({ brand: BRAND_COLUMNS, version, updatedAt }).from(siteSettings);
  return row ?? { brand: DEFAULT_BRAND, version: 0, updatedAt: null };
};

/** Makes other changes wait until the transaction ends. */
export const lockSettings = async (trx: Transaction): Promise<void> => {
  await trx.execute(sql`select pg_advisory_xact_lock(${LOCK})`);
};

/** Stores the settings as the next version. @returns the id that the audit trail refers to */
export const storeBrand = async (trx: Transaction, brand: Brand): Promise<string> => {
  const [row] = await trx
    .insert(siteSettings)
    .values(brand)
    .onConflictDoUpdate({
      target: siteSettings.isOnly,
      set: { ...brand, version: sql`${siteSettings.version} + 1`, updatedAt: sql`now()` },
    })
    .returning({ id: siteSettings.id });
  return row!.id;
};
