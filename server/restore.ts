// npm run restore -- FILE: restores a backup into a new database.
// npm run restore -- --drill [FILE]: proves that a backup, by default the newest, can be restored. The site stays as it is.
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { newestBackupFile, ownerOf } from './backup/backup-files.ts';
import { readBackup } from './backup/read-backup.ts';
import { restoreFiles } from './backup/stored-files.ts';
import { migrate } from './database/migrate.ts';
import { drillRestore } from './drill-restore.ts';
import { type DatabaseSettings, readDatabaseSettings } from './environment.ts';
import { createStorage } from './files/create-storage.ts';
import { openConfiguredDatabase } from './open-configured-database.ts';
import { runCommand } from './run-command.ts';
import { StartError } from './start-error.ts';

const drill = async (given: string | undefined, { dataDir }: DatabaseSettings): Promise<void> => {
  const folder = join(dataDir, 'backups');
  const path = given ? resolve(given) : await newestBackupFile(folder);
  if (!path) throw new StartError(`There is no backup in ${folder}: run npm run backup`);
  const { users, classes, payments, files } = await drillRestore(path);
  process.stdout.write(
    `${path} can be restored: users ${users}, classes ${classes}, payments ${payments}, files ${files}\n`,
  );
};

const restore = async (path: string, settings: DatabaseSettings): Promise<void> => {
  const database = await openConfiguredDatabase(settings, { create: true });
  try {
    await migrate(database.pool);
    const storage = await createStorage(settings);
    const owner = settings.bucket ? undefined : await ownerOf(settings.dataDir);
    await readBackup(database.pool, path, (files) =>
      restoreFiles(storage, path, files, owner && { owner, folder: join(settings.dataDir, 'files') }),
    );
  } finally {
    await database.close();
  }
  process.stdout.write('The backup was restored\n');
};

await runCommand(readDatabaseSettings, async (settings) => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { drill: { type: 'boolean', default: false } },
  });
  const [file, ...more] = positionals;
  if (more.length > 0) throw new StartError('Name one backup');
  if (values.drill) return drill(file, settings);
  if (!file) throw new StartError('Usage: npm run restore -- FILE, or npm run restore -- --drill [FILE]');
  return restore(resolve(file), settings);
});
