// npm run restore -- FILE or ADDRESS: restores a backup, from a folder or a bucket, into a new database.
// npm run restore -- --drill [FILE or ADDRESS]: proves that a backup, by default the newest, can be restored. The site
// stays as it is.
// npm run restore -- --list: lists the backups of the bucket or of DATA_DIR/backups.
import { parseArgs } from 'node:util';
import { findBackup, openStore } from '../backup/find-backup.ts';
import { readBackup, requireNewDatabase, requireRestorable } from '../backup/read-backup.ts';
import { restoreFiles } from '../backup/stored-files.ts';
import { migrate } from '../database/migrate.ts';
import { drillRestore } from './drill-restore.ts';
import { type DatabaseSettings, readDatabaseSettings } from '../settings/environment.ts';
import { createStorage } from '../files/create-storage.ts';
import { openConfiguredDatabase } from '../open-configured-database.ts';
import { runCommand } from './run-command.ts';
import { StartError } from '../start-error.ts';

const findBackups = async (settings: DatabaseSettings) => {
  const store = await openStore(settings);
  const backups = await store.list();
  if (backups.length === 0) throw new StartError(`There is no backup in ${store.place}: run npm run backup`);
  return { store, backups };
};

const findNewest = async (settings: DatabaseSettings) => {
  const { store, backups } = await findBackups(settings);
  return { store, name: backups.at(-1)!.name };
};

const list = async (settings: DatabaseSettings): Promise<void> => {
  const { store, backups } = await findBackups(settings);
  for (const { name, finishedAt } of backups)
    process.stdout.write(
      `${finishedAt.toISOString().slice(0, 16).replace('T', ' ')} UTC  ${store.addressOf(name)}\n`,
    );
};

const drill = async (given: string | undefined, settings: DatabaseSettings): Promise<void> => {
  const { store, name } = given ? await findBackup(given, settings) : await findNewest(settings);
  const { users, classes, payments, files } = await drillRestore(store, name);
  process.stdout.write(
    `${store.addressOf(name)} can be restored: users ${users}, classes ${classes}, payments ${payments}, files ${files}\n`,
  );
};

const restore = async (given: string, settings: DatabaseSettings): Promise<void> => {
  const { store, name } = await findBackup(given, settings);
  await requireRestorable(await store.read(name));
  const database = await openConfiguredDatabase(settings, { create: true });
  try {
    await requireNewDatabase(database.pool);
    await migrate(database.pool);
    const storage = await createStorage(settings);
    await readBackup(database.pool, await store.read(name), (files) => restoreFiles(storage, store, files));
  } finally {
    await database.close();
  }
  process.stdout.write(
    'The backup was restored. Everybody has to log in again. Passwords, roles and accounts are those of the backup: what was ' +
      'changed, revoked or deleted since must be repeated.\n',
  );
};

await runCommand(readDatabaseSettings, async (settings) => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { drill: { type: 'boolean', default: false }, list: { type: 'boolean', default: false } },
  });
  const [given, ...more] = positionals;
  if (more.length > 0) throw new StartError('Name one backup');
  if (values.list) return list(settings);
  if (values.drill) return drill(given, settings);
  if (!given)
    throw new StartError(
      'Usage: npm run restore -- FILE, npm run restore -- --drill [FILE], or npm run restore -- --list',
    );
  return restore(given, settings);
});
