// npm run backup -- FILE: writes all that the product keeps into a compressed file, while the server goes on.
import { mkdir } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { writeBackup } from './backup/write-backup.ts';
import { openConfiguredDatabase } from './open-configured-database.ts';
import { runCommand } from './run-command.ts';

const defaultName = (): string =>
  `backups/classharbor-${new Date().toISOString().replace(/[:.]/g, '-')}.sql.gz`;

await runCommand(async (environment) => {
  const path = resolve(process.argv[2] ?? defaultName());
  await mkdir(dirname(path), { recursive: true });
  const database = await openConfiguredDatabase(environment);
  try {
    await writeBackup(database.pool, path);
  } finally {
    await database.close();
  }
  process.stdout.write(`Everything is in ${path}\n`);
});
