// npm run backup -- FILE: writes all that the product keeps into a compressed file, while the server goes on.
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { writeBackup } from './backup/write-backup.ts';
import { readDatabaseSettings } from './environment.ts';
import { openConfiguredDatabase } from './open-configured-database.ts';
import { runCommand } from './run-command.ts';

const defaultName = (): string =>
  `backups/classharbor-${new Date().toISOString().replace(/[:.]/g, '-')}.sql.gz`;

await runCommand(readDatabaseSettings, async (settings) => {
  const path = resolve(process.argv[2] ?? defaultName());
  // One level alone: a path that cannot be made is named instead of being built halfway.
  if (!existsSync(dirname(path))) await mkdir(dirname(path));
  const database = await openConfiguredDatabase(settings);
  try {
    await writeBackup(database.pool, path);
  } finally {
    await database.close();
  }
  process.stdout.write(`Everything is in ${path}\n`);
});
