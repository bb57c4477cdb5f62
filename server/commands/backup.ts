// npm run backup -- [FILE or FOLDER] [--keep N or --keep-days N]: writes all data to a compressed file while the server
// runs, copies the files beside it, and removes older backups. Without a path, it goes to the bucket of backups or to DATA_DIR/backups.
import { parseArgs } from 'node:util';
import type { Retention } from '../backup/backup-store.ts';
import { choosePlace } from '../backup/find-backup.ts';
import { writeBackup } from '../backup/write-backup.ts';
import { readDatabaseSettings } from '../settings/environment.ts';
import { createStorage } from '../files/create-storage.ts';
import { openConfiguredDatabase } from '../open-configured-database.ts';
import { runCommand } from './run-command.ts';
import { StartError } from '../start-error.ts';

/** @throws StartError if the value is not a whole number of at least 1 */
const readCount = (option: string, unit: string, value: string | undefined): number | undefined => {
  if (value === undefined) return undefined;
  const count = Number(value);
  if (Number.isInteger(count) && count >= 1) return count;
  throw new StartError(`${option} must be the number of ${unit} to keep, at least 1`);
};

const readArguments = () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { keep: { type: 'string' }, 'keep-days': { type: 'string' } },
  });
  const backups = readCount('--keep', 'backups', values.keep);
  const days = readCount('--keep-days', 'days', values['keep-days']);
  if (backups && days) throw new StartError('Set --keep or --keep-days, not both');
  if (positionals.length > 1) throw new StartError('Name one file or folder for the backup');
  const retention: Retention | undefined = days ? { days } : backups ? { backups } : undefined;
  return { given: positionals[0], retention };
};

await runCommand(readDatabaseSettings, async (settings) => {
  const { given, retention } = readArguments();
  const database = await openConfiguredDatabase(settings);
  try {
    const { store, name, isNamedByUs } = await choosePlace(given, settings);
    if (retention && !isNamedByUs)
      throw new StartError(
        '--keep and --keep-days work only with a folder, in which backups are named by date, or without a path',
      );
    await writeBackup(database.pool, store, name, await createStorage(settings));
    const removed = retention ? await store.removeOld(retention, name) : 0;
    process.stdout.write(
      `Backup written to ${store.addressOf(name)}${removed > 0 ? ` (older backups removed: ${removed})` : ''}\n`,
    );
  } finally {
    await database.close();
  }
});
