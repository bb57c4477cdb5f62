import type { Database } from '../database/client.ts';
import { notifyAdmins } from '../modules/notifications/notify.ts';
import type { Environment } from '../settings/environment.ts';
import { checkBackups } from './checks/backups.ts';

/** In milliseconds. */
const WEEK = 7 * 24 * 60 * 60_000;

/**
 * Notifies admins, at most once in each week, while there is no backup or the newest one is too old. Nobody looks at Site
 * Health every day, and a backup that fails is otherwise only in a log.
 * @throws StartError if the place of the backups cannot be read
 */
export const announceMissingBackups = async (environment: Environment, db: Database): Promise<void> => {
  const { status, found, todo = '' } = await checkBackups(environment, db);
  if (status !== 'problem') return;
  const week = Math.floor(Date.now() / WEEK);
  await notifyAdmins(db, 'attention', `backups ${week}`, { what: `${found}.`, todo, about: 'backups' });
};
