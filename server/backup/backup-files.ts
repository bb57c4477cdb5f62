import { chown, mkdir, readdir, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { makeFolder } from '../make-folder.ts';

/** The files that `backupName` has named. Sorted by name, they are in chronological order. */
const BACKUP = /^classharbor-\d{4}-\d\d-\d\dT[\d-]+Z\.sql\.gz$/;
const UNFINISHED = /^classharbor-\d{4}-\d\d-\d\dT[\d-]+Z\.sql\.gz\.[\da-f]+\.unfinished$/;
/** The age after which an unfinished file is considered abandoned, in milliseconds. */
const ABANDONED = 24 * 60 * 60_000;

/** The owner of a file. */
export interface Owner {
  uid: number;
  gid: number;
}

/** The owner of the data, if this process is root and can change the owner of files. */
export const ownerOf = async (dataDir: string): Promise<Owner | undefined> => {
  if (process.getuid?.() !== 0) return undefined;
  const folder = await stat(dataDir).catch(() => undefined);
  return folder && folder.uid !== 0 ? { uid: folder.uid, gid: folder.gid } : undefined;
};

const backupName = (): string => `classharbor-${new Date().toISOString().replace(/[:.]/g, '-')}.sql.gz`;

const isFolder = async (path: string): Promise<boolean> =>
  (await stat(path).catch(() => undefined))?.isDirectory() ?? false;

/**
 * Chooses the file of a backup: a new name in `dataDir`/backups or in the given folder, or the given file. A missing
 * folder is created. For a given path, only its last level is created, so that a mistyped path is reported.
 * @returns an absolute path; `isNamedByUs` tells whether `removeOldBackups` may count the file
 */
export const chooseFile = async (
  given: string | undefined,
  dataDir: string,
): Promise<{ path: string; isNamedByUs: boolean }> => {
  const owner = await ownerOf(dataDir);
  const make = async (folder: string, levels: (path: string) => Promise<string[]>) => {
    for (const made of await levels(folder)) if (owner) await chown(made, owner.uid, owner.gid);
  };
  const oneLevel = async (folder: string): Promise<string[]> => {
    if (await isFolder(folder)) return [];
    await mkdir(folder);
    return [folder];
  };
  if (given === undefined) {
    const folder = join(dataDir, 'backups');
    await make(folder, makeFolder);
    return { path: join(folder, backupName()), isNamedByUs: true };
  }
  const path = resolve(given);
  const isNamedByUs = given.endsWith('/') || (await isFolder(path));
  await make(isNamedByUs ? path : dirname(path), oneLevel);
  return { path: isNamedByUs ? join(path, backupName()) : path, isNamedByUs };
};

/** When the oldest backup of a folder was started, by its name. */
export const oldestBackup = async (folder: string): Promise<Date> => {
  const [oldest] = (await readdir(folder)).filter((name) => BACKUP.test(name)).sort();
  const [, day, hours, minutes, seconds, milliseconds] = /-(\d{4}-\d\d-\d\d)T(\d+)-(\d+)-(\d+)-(\d+)Z/.exec(
    oldest!,
  )!;
  return new Date(`${day}T${hours}:${minutes}:${seconds}.${milliseconds}Z`);
};

/**
 * Removes all backups of a folder except the newest ones, and the remains of killed backups. Other files stay.
 * @param keep the number of backups to keep, at least 1
 * @returns how many backups were removed
 */
export const removeOldBackups = async (folder: string, keep: number): Promise<number> => {
  const names = await readdir(folder);
  const old = names
    .filter((name) => BACKUP.test(name))
    .sort()
    .reverse()
    .slice(keep);
  for (const name of old) await rm(join(folder, name), { force: true });
  for (const name of names.filter((candidate) => UNFINISHED.test(candidate))) {
    const path = join(folder, name);
    const written = (await stat(path).catch(() => undefined))?.mtimeMs ?? Date.now();
    if (written < Date.now() - ABANDONED) await rm(path, { force: true });
  }
  return old.length;
};

/** The path of the newest backup of a folder, or undefined if there is none. */
export const newestBackupFile = async (folder: string): Promise<string | undefined> => {
  const names = await readdir(folder).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  });
  const newest = names
    .filter((name) => BACKUP.test(name))
    .sort()
    .at(-1);
  return newest && join(folder, newest);
};

/** When the newest backup of a folder was finished, or undefined if there is none. */
export const newestBackup = async (folder: string): Promise<Date | undefined> => {
  const newest = await newestBackupFile(folder);
  return newest ? (await stat(newest)).mtime : undefined;
};
