import { open, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { BACKUP_PATTERN, BACKUP_NAME } from './backup-store.ts';
import { readFileList } from './read-backup.ts';

/** A backup that is being written, or was when a process died. */
export const UNFINISHED = new RegExp(String.raw`^${BACKUP_NAME}\.sql\.gz\.[\da-f]+\.unfinished$`);

/** The age after which an unfinished file is considered abandoned, in milliseconds. */
export const UNFINISHED_FILE_AGE = 24 * 60 * 60_000;

/** Whether the name of a file beside the backups can be that of a backup that an operator has named. */
export const isNamedByOperator = (name: string): boolean =>
  name.endsWith('.gz') && !BACKUP_PATTERN.test(name);

const modifiedAt = async (path: string): Promise<number | undefined> => {
  const found = await stat(path).catch(() => undefined);
  return found?.isFile() ? found.mtimeMs : undefined;
};

/**
 * The copies of files that the backups need that an operator has named, such as `before-upgrade.sql.gz`. Their names do not
 * tell since when.
 * @returns undefined if that is not known yet, because one may still be being written
 * @throws Error if one cannot be read
 */
export const findNamedCopies = async (folder: string): Promise<Set<string> | undefined> => {
  const copies = new Set<string>();
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const time = await modifiedAt(path);
    if (time === undefined) continue;
    if (name.endsWith('.unfinished') && !UNFINISHED.test(name) && time > Date.now() - UNFINISHED_FILE_AGE)
      return undefined;
    if (!isNamedByOperator(name)) continue;
    const file = await open(path);
    for (const { copy } of await readFileList(file.createReadStream())) copies.add(copy);
  }
  return copies;
};
