import { join } from 'node:path';
import { newestBackup } from '../../backup/backup-files.ts';
import type { Environment } from '../../environment.ts';
import { ok, type Outcome, problem, warning } from '../outcome.ts';

const HOUR = 60 * 60_000;
/** The age in hours after which a backup is reported. A nightly backup may be missed once. */
const MAX_AGE = 50;

const ADVICE = 'Run npm run backup every night: deploy/classharbor-backup.timer does it.';

/** Checks whether the newest backup is at most two days old. */
export const checkBackups = async ({ dataDir, demo }: Environment): Promise<Outcome> => {
  if (demo) return ok('Not needed in a demo');
  const newest = await newestBackup(join(dataDir, 'backups'));
  if (!newest) return warning(`There is no backup in ${join(dataDir, 'backups')}`, ADVICE);
  const hours = Math.floor((Date.now() - newest.getTime()) / HOUR);
  const found = `The newest backup is ${hours < 48 ? `${hours} hours` : `${Math.floor(hours / 24)} days`} old`;
  return hours > MAX_AGE ? problem(found, ADVICE) : ok(found);
};
