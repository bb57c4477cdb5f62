// npm run files:clean: counts the stored files without a record in the database, which a database that was set back or a
// crash leaves behind. npm run files:clean -- --remove: removes them and other unused files, however many there are.
import { parseArgs } from 'node:util';
import { type DatabaseSettings, readDatabaseSettings } from '../settings/environment.ts';
import { createStorage } from '../files/create-storage.ts';
import { describeOrphans, type OrphanCount } from '../files/orphans-report.ts';
import { claimStorage } from '../files/storage-mark.ts';
import { type CleaningContext, cleanFiles } from '../modules/files/clean-files.ts';
import { findOrphans } from '../modules/files/find-orphans.ts';
import { createUploadStore, UPLOAD_LIFETIME, uploadsFolder } from '../modules/files/upload-store.ts';
import { findShopMark } from '../modules/payments/shop.repository.ts';
import { openConfiguredDatabase } from '../open-configured-database.ts';
import { runCommand } from './run-command.ts';
import { StartError } from '../start-error.ts';

const readArguments = () => parseArgs({ options: { remove: { type: 'boolean', default: false } } }).values;

/** @returns how many orphans were removed, of how many files */
const removeOrphans = async (context: CleaningContext): Promise<OrphanCount> => {
  let [orphans, files] = [0, 0];
  for (;;) {
    const found = await cleanFiles(context, { acceptsMany: true });
    if (!found) throw new StartError('A server is removing unused files: try again in a few minutes');
    orphans = Math.max(orphans, found.orphans);
    files = Math.max(files, found.files);
    if (found.orphans === 0) return { orphans, files };
  }
};

const clean = async (settings: DatabaseSettings): Promise<void> => {
  const { remove } = readArguments();
  const database = await openConfiguredDatabase(settings);
  try {
    const storage = await createStorage(settings);
    const context = {
      db: database.db,
      storage,
      uploads: createUploadStore(uploadsFolder(settings.dataDir)),
      findMark: () => findShopMark(database.db),
    };
    await claimStorage(storage, await context.findMark());
    const count = remove
      ? await removeOrphans(context)
      : await findOrphans(context, new Date(Date.now() - UPLOAD_LIFETIME));
    const advice = count.orphans === 0 ? '' : ': npm run files:clean -- --remove removes them';
    process.stdout.write(`${describeOrphans(count)}${remove ? '. They were removed' : advice}\n`);
  } finally {
    await database.close();
  }
};

await runCommand(readDatabaseSettings, clean);
