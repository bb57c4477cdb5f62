import type { AuditAction } from '#contract/audit.ts';
import { siteName } from '#contract/brand.ts';
import type { Database } from '../../database/client.ts';
import { editConflict } from '../../http/edit-conflict.ts';
import { addAuditEntry } from '../audit/audit.repository.ts';
import { presentSettings } from './site-settings.presenter.ts';
import {
  findSettings,
  lockSettings,
  type StoredSettings,
  storeSettings,
} from './site-settings.repository.ts';

/** What the audit trail says of each choice. */
const REGISTRATION_WORDS = {
  open: 'Everybody can register',
  invitation: 'Registration is by invitation',
  closed: 'Nobody can register',
} as const;

interface Update {
  /** What changes; the rest stays. */
  changed: Partial<Pick<StoredSettings, 'brand' | 'seller' | 'registration'>>;
  /** The version that the change is based on. */
  version: number;
  /** What the audit trail calls it. */
  action: AuditAction;
}

/**
 * Changes the settings of the site, and writes it into the audit trail.
 * @throws ApiError `edit_conflict` with the current settings if another admin has changed them meanwhile
 */
export const updateSettings = (
  db: Database,
  adminId: string,
  { changed, version, action }: Update,
): Promise<StoredSettings> =>
  db.transaction(async (trx) => {
    await lockSettings(trx);
    const current = await findSettings(trx);
    if (current.version !== version)
      throw editConflict(
        { ...presentSettings(current) },
        'Another admin has changed the settings in the meantime',
      );
    const stored = { ...current, ...changed };
    const id = await storeSettings(trx, stored);
    await addAuditEntry(trx, {
      actorId: adminId,
      action,
      subjectType: 'site',
      subjectId: id,
      subjectName: siteName(stored.brand),
      ...(changed.registration && { details: { reason: REGISTRATION_WORDS[changed.registration] } }),
    });
    return findSettings(trx);
  });
