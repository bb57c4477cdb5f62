import { isNull, type SQL, sql } from 'drizzle-orm';
import { type Brand, DEFAULT_BRAND } from '#contract/brand.ts';
import { type Currency, DEFAULT_CURRENCY } from '#contract/currencies.ts';
import type { RegistrationMode } from '#contract/registration-modes.ts';
import type { EditedHome, HomeContent } from '#contract/home-content.ts';
import { DEFAULT_PHONE } from '#contract/site-info.ts';
import { DEFAULT_SKILLS, type Skills } from '#contract/skills.ts';
import type { ContactDetails, Seller } from '#contract/site-settings.ts';
import { toPercent, toStoredRate } from '#contract/tax-rate.ts';
import { LOCKS, lockInTransaction } from '../../database/advisory-lock.ts';
import type { Queryable, Transaction } from '../../database/client.ts';
import { siteSettings, type StoredSlide, users } from '../../database/schema.ts';

/** The parts of the home page. Null: the default. */
export type StoredHome = { [Part in keyof Omit<HomeContent, 'slides'>]: HomeContent[Part] | null } & {
  slides: StoredSlide[] | null;
} & Pick<EditedHome, 'userCount'>;

export interface StoredSettings {
  brand: Brand;
  /** Who can create an account. */
  registration: RegistrationMode;
  seller: Seller;
  contact: ContactDetails;
  /** The choices for teacher requests and classes. */
  skills: Skills;
  /** What admins have changed of the home page. */
  home: StoredHome;
  /** 0 before the first change. */
  version: number;
  updatedAt: Date | null;
}

/** The settings that an update can change. */
export type Settings = Omit<StoredSettings, 'version' | 'updatedAt'>;

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
  currency: siteSettings.currency,
};

const CONTACT_COLUMNS = { phone: siteSettings.phone, email: siteSettings.contactEmail };

const { experienceLevels, skillCategories } = siteSettings;
const SKILLS_COLUMNS = { experienceLevels, skillCategories };

const { slides, partners, services, calls, userCount } = siteSettings;
const HOME_COLUMNS = { slides, partners, services, calls, userCount };

const DEFAULT_SELLER: Seller = {
  name: '',
  address: '',
  taxNumber: '',
  taxRate: 0,
  currency: DEFAULT_CURRENCY,
};
const DEFAULT_CONTACT: ContactDetails = { phone: DEFAULT_PHONE, email: '' };
const UNCHANGED_HOME: StoredHome = {
  slides: null,
  partners: null,
  services: null,
  calls: null,
  userCount: 'fixed',
};

/** The settings, or the defaults if nobody has changed them. */
export const findSettings = async (db: Queryable): Promise<StoredSettings> => {
  const { registration, version, updatedAt } = siteSettings;
  const [row] = await db
    .select({
      brand: BRAND_COLUMNS,
      seller: SELLER_COLUMNS,
      contact: CONTACT_COLUMNS,
      skills: SKILLS_COLUMNS,
      home: HOME_COLUMNS,
      registration,
      version,
      updatedAt,
    })
    .from(siteSettings);
  if (!row) {
    return {
      brand: DEFAULT_BRAND,
      seller: DEFAULT_SELLER,
      contact: DEFAULT_CONTACT,
      skills: DEFAULT_SKILLS,
      home: UNCHANGED_HOME,
      registration: 'open',
      version: 0,
      updatedAt: null,
    };
  }
  return { ...row, seller: { ...row.seller, taxRate: toPercent(row.seller.taxRate) } };
};

/** Who can create an account. */
export const findRegistrationMode = async (db: Queryable): Promise<RegistrationMode> =>
  (await findSettings(db)).registration;

/** The experience levels and skill categories that the site offers. */
export const findSkills = async (db: Queryable): Promise<Skills> => (await findSettings(db)).skills;

/** The address that receives the messages of the contact form, or undefined if admins have not set one. */
export const findContactEmail = async (db: Queryable): Promise<string | undefined> =>
  (await findSettings(db)).contact.email || undefined;

/**
 * The currency of the site, for a statement that stores an intent. Its lock keeps the currency unchanged until the
 * intent is stored.
 */
export const CURRENCY: SQL<Currency> = sql`coalesce((select ${siteSettings.currency} from ${siteSettings}), ${DEFAULT_CURRENCY})`;

/** The currency in which the site sells. */
export const findCurrency = async (db: Queryable): Promise<Currency> =>
  (await findSettings(db)).seller.currency;

/** The number of accounts that have not been deleted. */
export const countUsers = (db: Queryable): Promise<number> => db.$count(users, isNull(users.deletedAt));

/** Locks the settings against other changes until the transaction ends. */
export const lockSettings = (trx: Transaction): Promise<void> => lockInTransaction(trx, LOCKS.siteSettings);

const picturesOf = (home: StoredHome): string[] =>
  [
    ...(home.slides ?? []).flatMap(({ picture, narrowPicture }) => [picture, narrowPicture]),
    ...[...(home.partners ?? []), ...(home.services ?? []), ...(home.calls ?? [])].map(
      ({ picture }) => picture,
    ),
  ].filter(Boolean);

/** Stores the settings as the next version. @returns the id that the audit trail refers to */
export const storeSettings = async (
  trx: Transaction,
  { brand, seller, contact, skills, home, registration }: Settings,
): Promise<string> => {
  const values = {
    ...brand,
    registration,
    ...skills,
    ...home,
    homePictures: picturesOf(home),
    phone: contact.phone,
    contactEmail: contact.email,
    sellerName: seller.name,
    sellerAddress: seller.address,
    sellerTaxNumber: seller.taxNumber,
    currency: seller.currency,
    taxRate: toStoredRate(seller.taxRate),
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
