// npm run restore -- FILE: restores a backup into a new database.
import { resolve } from 'node:path';
import { readBackup } from './backup/read-backup.ts';
import { migrate } from './database/migrate.ts';
import { readDatabaseSettings } from './environment.ts';
import { openConfiguredDatabase } from './open-configured-database.ts';
import { runCommand } from './run-command.ts';
import { StartError } from './start-error.ts';

await runCommand(readDatabaseSettings, async (settings) => {
  const file = process.argv[2];
  if (!file) throw new StartError('Usage: npm run restore -- FILE');
  const database = await openConfiguredDatabase(settings, { create: true });
  try {
    await migrate(database.pool);
    await readBackup(database.pool, resolve(file));
  } finally {
    await database.close();
  }
  process.stdout.write('The backup was restored\n');
});
