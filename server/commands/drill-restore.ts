import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '../database/migrate.ts';
import { openConfiguredDatabase } from '../open-configured-database.ts';
import { readBackup, requireRestorable } from '../backup/read-backup.ts';
import type { BackupStore } from '../backup/backup-store.ts';
import { requireFiles } from '../backup/stored-files.ts';

/** The result of a restore drill. */
export interface Drilled {
  users: number;
  classes: number;
  payments: number;
  files: number;
}

/**
 * Restores a backup into a separate, temporary database, and removes that again. Only the sizes of the files beside the
 * backup are checked; they are not copied.
 * @throws StartError if the backup could not be restored
 */
export const drillRestore = async (store: BackupStore, name: string): Promise<Drilled> => {
  await requireRestorable(await store.read(name));
  const dataDir = await mkdtemp(join(tmpdir(), 'classharbor-drill-'));
  try {
    const database = await openConfiguredDatabase({ dataDir, databaseUrl: undefined }, { create: true });
    try {
      await migrate(database.pool);
      let files = 0;
      await readBackup(database.pool, await store.read(name), async (entries) => {
        await requireFiles(store, entries);
        files = entries.length;
      });
      const { rows } = await database.pool.query<Omit<Drilled, 'files'>>(
        `select (select count(*)::int from users where deleted_at is null) as users,
                (select count(*)::int from classes) as classes,
                (select count(*)::int from payments) as payments`,
      );
      return { ...rows[0]!, files };
    } finally {
      await database.close();
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
};
