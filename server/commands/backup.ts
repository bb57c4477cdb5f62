// npm run backup -- [FILE or FOLDER] [--keep N]: writes all data to a compressed file while the server runs, copies the files
// beside it, and removes older backups. Without a path, it goes to the bucket of backups or to DATA_DIR/backups.
import { parseArgs } from 'node:util';
import { choosePlace } from '../backup/find-backup.ts';
import { writeBackup } from '../backup/write-backup.ts';
import { readDatabaseSettings } from '../settings/environment.ts';
import { createStorage } from '../files/create-storage.ts';
import { openConfiguredDatabase } from '../open-configured-database.ts';
import { runCommand } from './run-command.ts';
import { StartError } from '../start-error.ts';

const readArguments = () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { keep: { type: 'string' } },
  });
  const keep = values.keep === undefined ? undefined : Number(values.keep);
  if (keep !== undefined && !(Number.isInteger(keep) && keep >= 1))
    throw new StartError('--keep must be the number of backups to keep, at least 1');
  if (positionals.length > 1) throw new StartError('Name one file or folder for the backup');
  return { given: positionals[0], keep };
};

await runCommand(readDatabaseSettings, async (settings) => {
  const { given, keep } = readArguments();
  const database = await openConfiguredDatabase(settings);
  try {
    const { store, name, isNamedByUs } = await choosePlace(given, settings);
    if (keep !== undefined && !isNamedByUs)
      throw new StartError(
        '--keep works only with a folder, in which backups are named by date, or without a path',
      );
    await writeBackup(database.pool, store, name, await createStorage(settings));
    const removed = keep === undefined ? 0 : await store.removeOld(keep, name);
    process.stdout.write(
      `Backup written to ${store.addressOf(name)}${removed > 0 ? ` (older backups removed: ${removed})` : ''}\n`,
    );
  } finally {
    await database.close();
  }
});
