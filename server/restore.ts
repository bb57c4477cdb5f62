// npm run restore -- FILE: restores a backup into a new database.
import { join, resolve } from 'node:path';
import { ownerOf } from './backup/backup-files.ts';
import { readBackup } from './backup/read-backup.ts';
import { restoreFiles } from './backup/stored-files.ts';
import { migrate } from './database/migrate.ts';
import { readDatabaseSettings } from './environment.ts';
import { createStorage } from './files/create-storage.ts';
import { openConfiguredDatabase } from './open-configured-database.ts';
import { runCommand } from './run-command.ts';
import { StartError } from './start-error.ts';

await runCommand(readDatabaseSettings, async (settings) => {
  const file = process.argv[2];
  if (!file) throw new StartError('Usage: npm run restore -- FILE');
  const database = await openConfiguredDatabase(settings, { create: true });
  try {
    await migrate(database.pool);
    const storage = await createStorage(settings);
    const owner = settings.bucket ? undefined : await ownerOf(settings.dataDir);
    await readBackup(database.pool, resolve(file), (files) =>
      restoreFiles(
        storage,
        resolve(file),
        files,
        owner && { owner, folder: join(settings.dataDir, 'files') },
      ),
    );
  } finally {
    await database.close();
  }
  process.stdout.write('The backup was restored\n');
});
