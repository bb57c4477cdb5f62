import { min } from 'drizzle-orm';
import { type BackupSettings, openStore } from '../../backup/find-backup.ts';
import type { Database } from '../../database/client.ts';
import { users } from '../../database/schema.ts';
import type { Environment } from '../../settings/environment.ts';
import { checkBucket } from '../check-bucket.ts';
import { ok, type Outcome, problem, warning } from '../outcome.ts';

const HOUR = 60 * 60_000;
/** The age in hours after which a backup, or a site without one, is reported. A nightly backup may be missed once. */
const MAX_AGE = 50;

const ADVICE =
  'Run npm run backup every night: deploy/classharbor-backup.timer does it. If it is backed up otherwise, set BACKUP_CHECK=off.';

const hoursSince = (time: Date): number => Math.floor((Date.now() - time.getTime()) / HOUR);

/** Whether the first user has just been created, so that no night has passed. */
const isNewSite = async (db: Database): Promise<boolean> => {
  const [first] = await db.select({ at: min(users.createdAt) }).from(users);
  return !first?.at || hoursSince(first.at) <= MAX_AGE;
};

const checkAge = async (settings: BackupSettings, db: Database | undefined): Promise<Outcome> => {
  const store = await openStore(settings);
  const newest = (await store.list()).at(-1);
  if (!newest) {
    const report = !db || (await isNewSite(db)) ? warning : problem;
    return report(`There is no backup in ${store.place}`, ADVICE);
  }
  const hours = hoursSince(newest.finishedAt);
  const found = `The newest backup is ${hours < 48 ? `${hours} hours` : `${Math.floor(hours / 24)} days`} old`;
  return hours > MAX_AGE ? problem(found, ADVICE) : ok(found);
};

/**
 * Checks whether the newest backup is at most two days old, or the site itself is.
 * @param db absent if its tables are not those of this version
 */
export const checkBackups = async (environment: Environment, db?: Database): Promise<Outcome> => {
  const { demo, backupCheck, backupBucket } = environment;
  if (demo) return ok('Not needed in a demo');
  if (!backupCheck) return ok('Made elsewhere, as BACKUP_CHECK=off says');
  const check = () => checkAge(environment, db);
  return backupBucket ? checkBucket(backupBucket, check) : check();
};
