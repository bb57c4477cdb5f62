import { sql } from 'drizzle-orm';
import { type Brand, DEFAULT_BRAND } from '#contract/brand.ts';
import type { RegistrationMode } from '#contract/registration-modes.ts';
import type { Seller } from '#contract/site-settings.ts';
import type { Queryable, Transaction } from '../../database/client.ts';
import { siteSettings } from '../../database/schema.ts';

export interface StoredSettings {
  brand: Brand;
  /** Who can create an account. */
  registration: RegistrationMode;
  seller: Seller;
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

const SELLER_COLUMNS = {
  name: siteSettings.sellerName,
  address: siteSettings.sellerAddress,
  taxNumber: siteSettings.sellerTaxNumber,
  taxRate: siteSettings.taxRate,
};

/** Stored rates are in hundredths of a percent. */
const PER_PERCENT = 100;

const DEFAULT_SELLER: Seller = { name: '', address: '', taxNumber: '', taxRate: 0 };

/** The settings, or the defaults if nobody has changed them. */
export const findSettings = async (db: Queryable): Promise<StoredSettings> => {
  const { registration, version, updatedAt } = siteSettings;
  const [row] = await db
    .select({ brand: BRAND_COLUMNS, seller: SELLER_COLUMNS, registration, version, updatedAt })
    .from(siteSettings);
  if (!row) {
    return {
      brand: DEFAULT_BRAND,
      seller: DEFAULT_SELLER,
      registration: 'open',
      version: 0,
      updatedAt: null,
    };
  }
  return { ...row, seller: { ...row.seller, taxRate: row.seller.taxRate / PER_PERCENT } };
};

/** Who can create an account. */
export const findRegistration = async (db: Queryable): Promise<RegistrationMode> =>
  (await findSettings(db)).registration;

/** Makes other changes wait until the transaction ends. */
export const lockSettings = async (trx: Transaction): Promise<void> => {
  await trx.execute(sql`select pg_advisory_xact_lock(${LOCK})`);
};

/** Stores the settings as the next version. @returns the id that the audit trail refers to */
export const storeSettings = async (
  trx: Transaction,
  { brand, seller, registration }: Pick<StoredSettings, 'brand' | 'seller' | 'registration'>,
): Promise<string> => {
  const values = {
    ...brand,
    registration,
    sellerName: seller.name,
    sellerAddress: seller.address,
    sellerTaxNumber: seller.taxNumber,
    taxRate: Math.round(seller.taxRate * PER_PERCENT),
  };
  const [row] = await trx
    .insert(siteSettings)
    .values(values)
    .onConflictDoUpdate({
      target: siteSettings.isOnly,
      set: { ...values, version: sql`${siteSettings.version} + 1`, updatedAt: sql`now()` },
    })
    .returning({ id: siteSettings.id });
  return row!.id;
};
