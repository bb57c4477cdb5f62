import { type Brand, siteName } from '#contract/brand.ts';
import type { Database } from '../../database/client.ts';
import { editConflict } from '../../http/edit-conflict.ts';
import { addAuditEntry } from '../audit/audit.repository.ts';
import { presentSettings } from './site-settings.presenter.ts';
import { findSettings, lockSettings, storeBrand, type StoredSettings } from './site-settings.repository.ts';

interface Update {
  brand: Brand;
  /** The version that the change is based on. */
  version: number;
}

/**
 * Changes the settings of the site, and writes it into the audit trail.
 * @throws ApiError `edit_conflict` with the current settings if another admin has changed them meanwhile
 */
export const updateSettings = (
  db: Database,
  adminId: string,
  { brand, version }: Update,
): Promise<StoredSettings> =>
  db.transaction(async (trx) => {
    await lockSettings(trx);
    const current = await findSettings(trx);
    if (current.version !== version)
      throw editConflict(
        { ...presentSettings(current) },
        'Another admin has changed the settings in the meantime',
      );
    const id = await storeBrand(trx, brand);
    await addAuditEntry(trx, {
      actorId: adminId,
      action: 'site settings changed',
      subjectType: 'site',
      subjectId: id,
      subjectName: siteName(brand),
    });
    return findSettings(trx);
  });
