import { isDeepStrictEqual } from 'node:util';
import type { AuditAction } from '#contract/audit.ts';
import { siteName } from '#contract/brand.ts';
import type { Database, Transaction } from '../../database/client.ts';
import { ApiError } from '../../http/api-error.ts';
import { editConflict } from '../../http/edit-conflict.ts';
import { addAuditEntry } from '../audit/audit.repository.ts';
import { presentSettings } from './site-settings.presenter.ts';
import {
  findSettings,
  lockSettings,
  type Settings,
  type StoredHome,
  type StoredSettings,
  storeSettings,
} from './site-settings.repository.ts';

/** The words for each choice in the audit trail. */
const REGISTRATION_WORDS = {
  open: 'Everybody can register',
  invitation: 'Registration is by invitation',
  closed: 'Nobody can register',
} as const;

/** The names in the audit trail of the parts that are saved separately. */
const PART_WORDS = {
  brand: 'Brand',
  seller: 'Currency and receipts',
  contact: 'Phone number and contact address',
  skills: 'Experience levels and skill categories',
  slides: 'Slides of the home page',
  partners: 'Partners of the home page',
  services: 'Services of the home page',
  calls: 'Calls to action of the home page',
  userCount: 'Total Users of the home page',
} as const;

const describeChange = ({ home, ...changed }: Update['changed']): string =>
  changed.registration
    ? REGISTRATION_WORDS[changed.registration]
    : Object.entries(PART_WORDS)
        .flatMap(([part, words]) => (part in { ...changed, ...home } ? words : []))
        .join(', ');

const CURRENCY_IN_USE =
  'It can no longer be changed because payments exist. An unfinished payment expires within a day.';

interface Context {
  db: Database;
  isCurrencyInUse: (trx: Transaction) => Promise<boolean>;
}

interface Update {
  /** The changed settings. All others stay unchanged. */
  changed: Partial<Omit<Settings, 'home'>> & { home?: Partial<StoredHome> };
  /** The version that the change is based on. */
  version: number;
  /** The action in the audit trail. */
  action: AuditAction;
}

const applyTo = (current: StoredSettings, changed: Update['changed']): StoredSettings => ({
  ...current,
  ...changed,
  home: { ...current.home, ...changed.home },
});

/**
 * Changes the settings of the site in a transaction that has locked them, and records it in the audit trail.
 * @param actorId null if nobody has an account yet
 * @throws ApiError `currency_in_use`
 */
export const changeSettings = async (
  trx: Transaction,
  isCurrencyInUse: Context['isCurrencyInUse'],
  actorId: string | null,
  { current, changed, action }: { current: StoredSettings } & Omit<Update, 'version'>,
): Promise<void> => {
  const isOtherCurrency = changed.seller && changed.seller.currency !== current.seller.currency;
  if (isOtherCurrency && (await isCurrencyInUse(trx)))
    throw new ApiError('currency_in_use', CURRENCY_IN_USE, { fields: { currency: CURRENCY_IN_USE } });
  const stored = applyTo(current, changed);
  const id = await storeSettings(trx, stored);
  await addAuditEntry(trx, {
    actorId,
    action,
    subjectType: 'site',
    subjectId: id,
    subjectName: siteName(stored.brand),
    details: { reason: describeChange(changed) },
  });
};

/**
 * Changes the settings of the site. A repeat, for instance after a response was lost, changes nothing.
 * @throws ApiError `edit_conflict` with the current settings if another admin has changed them meanwhile, or
 *   `currency_in_use`
 */
export const updateSettings = (
  { db, isCurrencyInUse }: Context,
  adminId: string,
  { changed, version, action }: Update,
): Promise<StoredSettings> =>
  db.transaction(async (trx) => {
    await lockSettings(trx);
    const current = await findSettings(trx);
    if (current.version !== version) {
      if (isDeepStrictEqual(applyTo(current, changed), current)) return current;
      throw editConflict(
        { ...presentSettings(current) },
        'Another admin has changed the settings in the meantime',
      );
    }
    await changeSettings(trx, isCurrencyInUse, adminId, { current, changed, action });
    return findSettings(trx);
  });
