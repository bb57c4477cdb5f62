import { type BackupSettings, openStore } from '../../backup/find-backup.ts';
import type { Environment } from '../../environment.ts';
import { checkBucket } from '../check-bucket.ts';
import { ok, type Outcome, problem, warning } from '../outcome.ts';

const HOUR = 60 * 60_000;
/** The age in hours after which a backup is reported. A nightly backup may be missed once. */
const MAX_AGE = 50;

const ADVICE = 'Run npm run backup every night: deploy/classharbor-backup.timer does it.';

const checkAge = async (settings: BackupSettings): Promise<Outcome> => {
  const store = await openStore(settings);
  const newest = (await store.list()).at(-1);
  if (!newest) return warning(`There is no backup in ${store.place}`, ADVICE);
  const hours = Math.floor((Date.now() - newest.finishedAt.getTime()) / HOUR);
  const found = `The newest backup is ${hours < 48 ? `${hours} hours` : `${Math.floor(hours / 24)} days`} old`;
  return hours > MAX_AGE ? problem(found, ADVICE) : ok(found);
};

/** Checks whether the newest backup is at most two days old. */
export const checkBackups = async (environment: Environment): Promise<Outcome> => {
  const { demo, backupBucket } = environment;
  if (demo) return ok('Not needed in a demo');
  return backupBucket ? checkBucket(backupBucket, () => checkAge(environment)) : checkAge(environment);
};
