// npm run backup -- [FILE or FOLDER] [--keep N]: writes all data to a compressed file while the server runs, copies the files
// beside it, and removes older backups.
import { dirname } from 'node:path';
import { parseArgs } from 'node:util';
import { chooseFile, oldestBackup, ownerOf, removeOldBackups } from './backup/backup-files.ts';
import { writeBackup } from './backup/write-backup.ts';
import { removeOldFiles } from './backup/stored-files.ts';
import { readDatabaseSettings } from './environment.ts';
import { createStorage } from './files/create-storage.ts';
import { openConfiguredDatabase } from './open-configured-database.ts';
import { runCommand } from './run-command.ts';
import { StartError } from './start-error.ts';

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
    const { path, isNamedByUs } = await chooseFile(given, settings.dataDir);
    if (keep !== undefined && !isNamedByUs)
      throw new StartError(
        '--keep works only with a folder, in which backups are named by date, or without a path',
      );
    const storage = await createStorage(settings);
    await writeBackup(database.pool, path, storage, await ownerOf(settings.dataDir));
    const removed = keep === undefined ? 0 : await removeOldBackups(dirname(path), keep);
    if (keep !== undefined) await removeOldFiles(path, await oldestBackup(dirname(path)));
    process.stdout.write(
      `Backup written to ${path}${removed > 0 ? ` (older backups removed: ${removed})` : ''}\n`,
    );
  } finally {
    await database.close();
  }
});
